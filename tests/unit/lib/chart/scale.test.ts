import { describe, expect, it } from 'vitest';
import { dayScale, dayTicks } from '#lib/chart/day-axis.ts';
import { stepCorners } from '#lib/chart/paths.ts';
import { linearScale, niceStep, ticksBetween } from '#lib/chart/scale.ts';
import { hourMs } from '#lib/durations.ts';

describe('value axis', () => {
  it.each([
    [400_000, 5, 100_000],
    [410_000, 4, 200_000],
    [90_000, 4, 25_000],
  ])('an extent of %i with at most %i ticks has steps of %i', (extent, count, step) => {
    expect(niceStep(extent, count)).toBe(step);
  });

  it('has round ticks within the limits', () => {
    expect(ticksBetween(4_790_000, 5_210_000, 5)).toEqual([4_800_000, 4_900_000, 5_000_000, 5_100_000, 5_200_000]);
  });

  it('centers a single value', () => {
    expect(linearScale([5, 5], [100, 0])(5)).toBe(50);
  });
});

describe('day axis', () => {
  const days = [0, 24, 96].map((start) => ({
    startsAt: start * hourMs,
    endsAt: (start + 8) * hourMs,
    label: `${start}`,
  }));
  const x = dayScale(days, 300);

  it('gives every day the same width and the nights no width', () => {
    expect([x(4 * hourMs), x(12 * hourMs), x(24 * hourMs), x(100 * hourMs)]).toEqual([50, 100, 100, 250]);
  });

  it('clamps times outside all days to the edges', () => {
    expect([x(-hourMs), x(1_000 * hourMs)]).toEqual([0, 300]);
  });

  it('labels every second day, including the latest, when labels would touch', () => {
    expect(dayTicks(days, 150, 60).map((tick) => tick.label)).toEqual(['96']);
    expect(dayTicks(days, 300, 60).map((tick) => tick.label)).toEqual(['0', '24', '96']);
  });
});

describe('lines', () => {
  it('a step line holds each value until the next and the last until the end', () => {
    const corners = stepCorners(
      [
        { x: 0, y: 9 },
        { x: 5, y: 9 },
        { x: 10, y: 4 },
      ],
      20,
    );
    expect(corners).toEqual([
      { x: 0, y: 9 },
      { x: 10, y: 9 },
      { x: 10, y: 4 },
      { x: 20, y: 4 },
    ]);
  });
});
