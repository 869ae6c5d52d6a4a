import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Oklch = readonly [lightness: number, chroma: number, hue: number];
type Scheme = 'light' | 'dark';

const raw = new Map(
  [...read('tokens-palette.css').matchAll(/--(palette-[\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].map(
    ([, name = '', ...parts]) => [name, parts.map(Number) as unknown as Oklch] as const,
  ),
);
const roles = new Map(
  [...read('tokens-role.css').matchAll(/--([\w-]+): light-dark\(var\(--([\w-]+)\), var\(--([\w-]+)\)\)/g)].map(
    ([, role = '', light = '', dark = '']) => [role, { light, dark }] as const,
  ),
);

const surfaces = ['background', 'surface', 'surface-sunken'];
const text: [string, string[]][] = [
  ['text', [...surfaces, 'accent-subtle', 'danger-subtle', 'success-subtle', 'border-subtle']],
  ['text-muted', [...surfaces, 'accent-subtle', 'danger-subtle', 'border-subtle']],
  ['accent', [...surfaces, 'accent-subtle']],
  ['danger', [...surfaces, 'danger-subtle']],
  ['success', [...surfaces, 'success-subtle']],
  ['on-accent', ['accent', 'accent-strong']],
  ['on-text', ['text', 'danger']],
];
const drawings: [string, string[]][] = [
  ['border-control', surfaces],
  ['equity', [...surfaces, 'border-subtle']],
  ['accent', surfaces],
  ['danger', [...surfaces, 'danger-subtle']],
];

describe.each(['light', 'dark'] as const)('colors of the %s scheme', (scheme) => {
  it.each(pairs(text))('%s is readable on %s', (front, back) => {
    expect(contrast(scheme, front, back)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairs(drawings))('%s is visible on %s', (front, back) => {
    expect(contrast(scheme, front, back)).toBeGreaterThanOrEqual(3);
  });
});

function pairs(table: readonly [string, readonly string[]][]): [string, string][] {
  return table.flatMap(([front, backs]) => backs.map((back): [string, string] => [front, back]));
}

function contrast(scheme: Scheme, front: string, back: string): number {
  const [low = 0, high = 0] = [luminance(scheme, front), luminance(scheme, back)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** WCAG relative luminance, computed from Oklab through linear sRGB. */
function luminance(scheme: Scheme, role: string): number {
  const name = roles.get(role)?.[scheme] ?? '';
  const color = raw.get(name);
  if (color === undefined) throw new Error(`--${role} has no ${scheme} color (${name})`);
  const [lightness, chroma, hue] = color;
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function clamp(value: number): number {
  return Math.min(Math.max(value, 0), 1);
}

function read(name: string): string {
  return readFileSync(new URL(`../../../src/styles/${name}`, import.meta.url), 'utf8');
}
