import type { ErrorCode, Fault, Problem } from './types.ts';

/** The service refused: `code` says why for a program, the message for people; docs/errors.md lists the codes. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail || problem.title);
    this.problem = problem;
  }

  get code(): ErrorCode {
    return this.problem.code;
  }

  get status(): number {
    return this.problem.status;
  }

  /** The rule that forbids it, or null. */
  get ruleId(): string | null {
    return this.problem.ruleId;
  }

  /** What is wrong with which member of the request. */
  get faults(): readonly Fault[] {
    return this.problem.errors;
  }

  /** Facts of the code's own, such as what is legal now; see docs/errors.md. */
  get details(): Readonly<Record<string, unknown>> {
    return this.problem.details ?? {};
  }
}

/** No answer came, or one that is none of the service's: the request may have been carried out or not. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

const PASSING: ReadonlySet<ErrorCode> = new Set(['UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL'] as const);

/** Whether the same may go well a moment later. */
export function isPassing(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof ApiError && PASSING.has(error.code));
}
