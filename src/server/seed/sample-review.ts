/**
 * The account whose Performance Review is a sample: 26 trading days, long enough for conclusions. Each share is a day's
 * result as a share of the profit target; together they stay below it.
 */
export const sampleReview = {
  seed: 'demo-9',
  dayShares: [
    ...[0.1, -0.08, 0.12, -0.2, 0.15, 0.1, -0.15, 0.18, -0.22, 0.15, 0.14, -0.16, 0.1],
    ...[0.16, -0.12, 0.14, -0.1, 0.18, -0.2, 0.15, 0.12, -0.12, 0.16, -0.14, 0.12, 0.08],
  ],
} as const;
