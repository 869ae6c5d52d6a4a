import type { IntervalHistogram } from 'node:perf_hooks';

export type MeasuredRequest = {
  /** The route's pattern, such as `/api/orders/:id`, because paths hold personal data. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly durationMs: number;
};

export type MeasuredJob = {
  readonly name: string;
  /** `gave-up`: it has used up its retries. */
  readonly outcome: 'completed' | 'failed' | 'gave-up';
  readonly durationMs: number;
};

/** How fast a public page was for a visitor; a browser reports what it can measure. */
export type MeasuredPage = {
  /** The route's pattern. */
  readonly route: string;
  readonly lcpMs?: number | undefined;
  readonly inpMs?: number | undefined;
  readonly cls?: number | undefined;
};

export type Load = {
  /** Since the start, but for those about readiness. */
  calls: number;
  failed: number;
  slow: number;
  /** How many requests wait for a database connection now. */
  readonly waiting: () => number;
  /** Of the event loop, while it is enabled. */
  readonly lag: IntervalHistogram;
};

export type Telemetry = {
  recordRequest(request: MeasuredRequest): void;
  recordJob(job: MeasuredJob): void;
  /** From a provider's message until its effect is stored. */
  recordWebhook(lagMs: number): void;
  recordPage(page: MeasuredPage): void;
  /** One more open stream of this kind, or one less. */
  countStream(kind: string, change: 1 | -1): void;
  /** All metrics in Prometheus' text format; null if they are off. */
  readonly readMetrics: (() => Promise<string>) | null;
};

export const noTelemetry: Telemetry = {
  recordRequest: () => undefined,
  recordJob: () => undefined,
  recordWebhook: () => undefined,
  recordPage: () => undefined,
  countStream: () => undefined,
  readMetrics: null,
};
