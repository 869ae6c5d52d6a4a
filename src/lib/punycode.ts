const base = 36;
const firstDelta = { threshold: 26, skew: 38, damp: 700, bias: 72, start: 128 } as const;

/** Decodes a Punycode label without its `xn--` (RFC 3492). What isn't Punycode is returned unchanged. */
export function decodePunycode(encoded: string): string {
  const delimiter = encoded.lastIndexOf('-');
  const output = [...encoded.slice(0, Math.max(0, delimiter))].map((each) => each.charCodeAt(0));
  let { start: character, bias } = { ...firstDelta } as { start: number; bias: number };
  let [index, position] = [delimiter < 0 ? 0 : delimiter + 1, 0];
  while (index < encoded.length) {
    const before = position;
    for (let [weight, k] = [1, base]; ; k += base) {
      const digit = Number.parseInt(encoded[index] ?? '', 36);
      index += 1;
      if (Number.isNaN(digit)) return encoded;
      // Punycode counts a to z before 0 to 9, unlike `parseInt`.
      const value = digit < 10 ? digit + 26 : digit - 10;
      position += value * weight;
      const threshold = Math.min(Math.max(k - bias, 1), firstDelta.threshold);
      if (value < threshold) break;
      weight *= base - threshold;
    }
    const length = output.length + 1;
    bias = adapt(position - before, length, before === 0);
    character += Math.floor(position / length);
    position %= length;
    if (character > 0x10ffff) return encoded;
    output.splice(position, 0, character);
    position += 1;
  }
  return String.fromCodePoint(...output);
}

function adapt(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? firstDelta.damp : 2));
  rest += Math.floor(rest / length);
  let k = 0;
  while (rest > ((base - 1) * firstDelta.threshold) / 2) {
    rest = Math.floor(rest / (base - 1));
    k += base;
  }
  return k + Math.floor((base * rest) / (rest + firstDelta.skew));
}
