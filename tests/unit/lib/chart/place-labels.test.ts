import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstFree, outlineOf, spread } from '#lib/chart/place-labels.ts';

describe('spread', () => {
  it('leaves spans that do not touch unchanged', () => {
    expect(
      spread(
        [
          { center: 20, size: 10 },
          { center: 80, size: 20 },
        ],
        [0, 100],
      ),
    ).toEqual([15, 70]);
  });

  it('moves two equal spans apart by the same amount', () => {
    const twin = { center: 50, size: 20 };
    expect(spread([twin, twin], [0, 100], 2)).toEqual([29, 51]);
  });

  it('pushes overlapping extents at the edge inwards', () => {
    const edge = { center: 100, size: 30 };
    expect(spread([edge, edge], [0, 100])).toEqual([40, 70]);
  });

  it('never lets extents that fit overlap or leave the limits', () => {
    const extent = fc.record({ center: fc.integer({ min: -50, max: 450 }), size: fc.integer({ min: 10, max: 80 }) });
    fc.assert(
      fc.property(fc.array(extent, { minLength: 1, maxLength: 4 }), (extents) => {
        const starts = spread(extents, [0, 400], 6);
        const placed = extents.map(({ size }, index) => ({ start: starts[index] ?? 0, size }));
        placed.sort((a, b) => a.start - b.start);
        for (const [index, { start, size }] of placed.entries()) {
          const next = placed[index + 1];
          expect(start).toBeGreaterThanOrEqual(-1e-6);
          expect(start + size).toBeLessThanOrEqual(400 + 1e-6);
          if (next) expect(next.start - start - size).toBeGreaterThanOrEqual(6 - 1e-6);
        }
      }),
    );
  });
});

describe('firstFree', () => {
  const left = { x: 0, y: 0, width: 20, height: 10 };
  const right = { x: 60, y: 0, width: 20, height: 10 };

  it('returns the first box that no line crosses', () => {
    const line = [
      { x: 10, y: -20 },
      { x: 12, y: 40 },
    ];
    expect(firstFree([left, right], [line])).toBe(right);
  });

  it('returns the first box if lines cross all of them', () => {
    const line = [
      { x: -10, y: 5 },
      { x: 100, y: 5 },
    ];
    expect(firstFree([left, right], [line])).toBe(left);
  });
});

it('rejects a box that another one would contain', () => {
  const label = { x: 0, y: 0, width: 100, height: 31 };
  const inside = { x: 10, y: 3, width: 40, height: 24 };
  const beside = { x: 120, y: 3, width: 40, height: 24 };
  expect(firstFree([inside, beside], [outlineOf(label)])).toBe(beside);
});
