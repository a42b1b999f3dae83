// The shapes of the service's answers under short names. A member with a default may be missing in each of them.
import type { components } from './generated/rest.ts';

type Schemas = components['schemas'];

export type Match = Schemas['Match'];
export type Seat = Schemas['Seat'];
export type State = Schemas['State'];
export type Result = Schemas['Result'];
export type Table = Schemas['Table'];
export type TablePlayer = Schemas['TablePlayer'];
export type TableZone = Schemas['TableZone'];
export type TableCard = Schemas['TableCard'];
export type TableGroup = Schemas['TableGroup'];
export type TableLink = Schemas['TableLink'];
export type TableEffect = Schemas['TableEffect'];
export type TablePending = Schemas['TablePending'];
export type Prompt = Schemas['Prompt'];
export type PromptOptions = Schemas['PromptOptions'];
export type LegalActionSet = Schemas['LegalActionSet'];
export type LegalAction = Schemas['LegalAction'];
export type Template = Schemas['Template'];
export type Parameter = Schemas['Parameter'];
export type FieldReference = Schemas['FieldReference'];
export type Event = Schemas['Event'];
export type EventPage = Schemas['EventPage'];
export type Presence = Schemas['Presence'];
export type ClockTick = Schemas['ClockTick'];
export type RunningClock = Schemas['RunningClock'];
export type Act = Schemas['Act'];
export type Create = Schemas['Create'];
export type CreateMatch = Schemas['CreateMatch'];
export type Join = Schemas['Join'];
export type JoinMatch = Schemas['JoinMatch'];
export type Problem = Schemas['Problem'];
export type ErrorCode = Schemas['ErrorCode'];
export type Fault = Schemas['Fault'];
export type Look = Schemas['Look'];
export type ZoneLook = Schemas['ZoneLook'];
export type NumberLook = Schemas['NumberLook'];
export type FlagLook = Schemas['FlagLook'];
export type FaceLook = Schemas['FaceLook'];
export type GroupLook = Schemas['GroupLook'];
export type LinkLook = Schemas['LinkLook'];
export type ActionLook = Schemas['ActionLook'];
export type CardInfo = Schemas['CardInfo'];

/** Who looks: the holder of a seat, whoever watches, or all at once where that may be seen. */
export type Perspective = `seat:${number}` | 'spectator' | 'full';

/** What a frame has: a state without its typed view, at the end of a batch. */
export type FrameState = Pick<State, 'status' | 'phase' | 'prompts' | 'table' | 'result'>;

/** One operation of a JSON Patch (RFC 6902); the service sends these three. */
export type Operation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string };

/** A line of `GET /v1/matches/{id}/frames`: whole in `state`, or as a patch to the line before. */
export type Frame = Omit<Schemas['Frame'], 'state' | 'patch'> &
  (
    | { readonly state: FrameState; readonly patch?: null }
    | { readonly state?: null; readonly patch: readonly Operation[] }
  );

/** An action as data: its type and its fields. */
export type Action = { readonly type: string } & Readonly<Record<string, unknown>>;

/** What is sent: an action with the prompt that it answers, the token of a listed answer, or that a seat gives up. */
export type Answer =
  | (Action & { readonly promptId: string; readonly revision: number })
  | { readonly token: string }
  | { readonly type: 'concede' };
