/** Counters and gauges in the text format that Prometheus reads. */
export function createMetrics() {
  const values = new Map<string, number>();
  const gauges = new Map<string, () => number>();
  return {
    count: (name: string, by = 1) => void values.set(name, (values.get(name) ?? 0) + by),
    gauge: (name: string, read: () => number) => void gauges.set(name, read),
    text: () =>
      [...values, ...[...gauges].map(([name, read]) => [name, read()] as const)]
        .map(([name, value]) => `tidemark_bridge_${name} ${value}\n`)
        .join(''),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
