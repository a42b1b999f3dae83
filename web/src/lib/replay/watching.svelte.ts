/** Replays as the page shows them: of one match, by one pair of eyes or by two at the same version. */
import { openReplay, type Perspective, type Replay, type ReplaySnapshot, type Service } from '#core/index.ts';

export class Watching {
  readonly replay: Replay;
  readonly service: Service;
  snapshot: ReplaySnapshot = $state.raw() as ReplaySnapshot;
  readonly #stop: () => void;

  constructor(service: Service, replay: Replay) {
    this.service = service;
    this.replay = replay;
    this.snapshot = replay.get();
    this.#stop = replay.subscribe((next) => (this.snapshot = next));
  }

  static open(service: Service, id: string, at: number | undefined, as: Perspective): Watching {
    return new Watching(service, openReplay(service, id, { as, brief: true, ...(at === undefined ? {} : { at }) }));
  }

  /** The same at the same version with other eyes. */
  as(perspective: Perspective, service: Service): Watching {
    return new Watching(service, this.replay.as(perspective, service));
  }

  close(): void {
    this.#stop();
    this.replay.close();
  }
}
