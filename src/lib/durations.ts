export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
/** Twenty-four hours; a trading day and a local calendar day can be longer or shorter. */
export const dayMs = 24 * hourMs;
