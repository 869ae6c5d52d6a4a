/** Bars from zero, up for gains and down for losses, on one scale that fills the plot. */
export function layoutBars(values: readonly number[]) {
  const highest = Math.max(0, ...values);
  const lowest = Math.min(0, ...values);
  const extent = highest - lowest || 1;
  const percent = (value: number) => (100 * value) / extent;
  return {
    zero: percent(highest),
    bars: values.map((value) => ({
      top: percent(highest - Math.max(value, 0)),
      height: percent(Math.abs(value)),
    })),
  };
}
