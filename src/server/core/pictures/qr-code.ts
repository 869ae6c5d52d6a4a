import { encode } from 'uqr';

/** Width of the quiet zone that scanners need around the code, in modules. */
const quietModules = 4;
/** In UTF-16 units. Beyond it, larger modules help scanners more than the stronger correction of errors. */
const longText = 500;

/** A QR code as one SVG path in a square of `size`, quiet zone included; dark modules are filled. */
export function renderQrCode(text: string, size: number): string {
  const { data, size: modules } = encode(text, { ecc: text.length > longText ? 'L' : 'M', border: quietModules });
  const step = size / modules;
  const at = (value: number) => Math.round(value * step * 1_000) / 1_000;
  // A run of dark modules is one rectangle, so that no hairlines show between them.
  return data
    .flatMap((row, y) => {
      const runs: string[] = [];
      for (let x = 0; x < row.length; x += 1) {
        if (!row[x]) continue;
        const start = x;
        while (row[x + 1]) x += 1;
        runs.push(`M${at(start)} ${at(y)}H${at(x + 1)}V${at(y + 1)}H${at(start)}Z`);
      }
      return runs;
    })
    .join('');
}
