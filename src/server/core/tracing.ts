type Attributes = Readonly<Record<string, string | number>>;

export type TracedQuery = { readonly sql: string; readonly durationMs: number; readonly error?: unknown };

export type WorkSpan = {
  readonly traceId: string;
  /** As in W3C Trace Context; a job that this work sends continues the trace from here. */
  readonly traceparent: string;
  recordQuery(query: TracedQuery): void;
  end(result: { readonly name: string; readonly attributes?: Attributes; readonly error?: unknown }): void;
};

export type Tracing = {
  /** @param parent the `traceparent` of the work that caused it */
  start(kind: 'request' | 'job', attributes: Attributes, parent?: string): WorkSpan;
  /** Sends what is left. */
  close(): Promise<void>;
};
