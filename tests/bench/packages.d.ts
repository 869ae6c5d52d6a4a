/** What the benchmarks use of packages without types, or whose types are installed only with the benchmarks. */

declare module 'autocannon' {
  type Options = {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    requests: { method: 'GET' | 'POST'; path: string; headers?: Record<string, string> }[];
  };
  type Result = {
    requests: { average: number; total: number };
    /** Milliseconds. */
    latency: { p50: number; p99: number; max: number };
    non2xx: number;
    errors: number;
  };
  function autocannon(options: Options): Promise<Result>;
  export = autocannon;
}

declare module 'lighthouse' {
  type Settings = { port: number; logLevel: 'error'; onlyCategories: string[] };
  type Audit = { title: string; score: number | null; numericValue?: number };
  type Category = { score: number | null; auditRefs: { id: string; weight: number }[] };
  type Result = {
    lhr: {
      runtimeError?: { message: string };
      categories: Record<string, Category>;
      audits: Record<string, Audit>;
    };
  };
  function lighthouse(url: string, settings: Settings): Promise<Result | undefined>;
  export = lighthouse;
}
