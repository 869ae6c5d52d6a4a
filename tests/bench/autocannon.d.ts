/** The part of autocannon that the benchmark uses; the package ships no types. */
declare module 'autocannon' {
  type Options = {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    requests: { method: 'GET'; path: string; headers?: Record<string, string> }[];
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
