import { drawingLibraries } from '#server/core/libraries.ts';
import { documentColors as colors, logoPaths } from '#server/core/pictures/document-style.ts';
import { box, sansFonts, toPng } from '#server/core/pictures/image-layout.ts';
import { renderQrCode } from '#server/core/pictures/qr-code.ts';
import { type CreativeName, creatives } from '#shared/affiliates/creative.ts';

/** Sizes of the elements, in pixels. */
type Layout = {
  readonly margin: number;
  readonly brand: number;
  readonly headline: number;
  readonly text: number;
  readonly disclosure: number;
  readonly code: number;
};

const layouts: Readonly<Record<CreativeName, Layout>> = {
  square: { margin: 84, brand: 40, headline: 92, text: 38, disclosure: 26, code: 300 },
  story: { margin: 96, brand: 48, headline: 108, text: 44, disclosure: 30, code: 400 },
  preview: { margin: 64, brand: 32, headline: 60, text: 28, disclosure: 20, code: 220 },
  leaderboard: { margin: 10, brand: 16, headline: 20, text: 13, disclosure: 10, code: 72 },
  rectangle: { margin: 16, brand: 15, headline: 22, text: 13, disclosure: 10, code: 82 },
};

export type CreativeTexts = {
  readonly brand: string;
  readonly headline: string;
  readonly offer: string;
  readonly disclosure: string;
};

export async function drawCreative(name: CreativeName, texts: CreativeTexts, link: string): Promise<Buffer> {
  const { width, height } = creatives[name];
  const { margin, brand, code } = layouts[name];
  const layout =
    name === 'leaderboard' ? layOutBanner(texts, layouts[name], code) : layOutPost(name, texts, layouts[name]);
  const satori = await drawingLibraries.satori();
  const text = await satori(layout as Parameters<typeof satori>[0], { width, height, fonts: [...sansFonts] });
  const codeTop = name === 'leaderboard' ? (height - code) / 2 : height - margin - code;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${colors.background}"/>
    <g transform="translate(${margin} ${margin}) scale(${(brand * 1.3) / 32})" fill="none" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">${logoPaths}</g>
    <g transform="translate(${width - margin - code} ${codeTop})">
      <rect width="${code}" height="${code}" rx="${code / 30}" fill="#fff" stroke="${colors.border}"/>
      <path d="${renderQrCode(link, code)}" fill="${colors.text}"/>
    </g>
    ${text}
  </svg>`;
  return toPng(svg);
}

const page = {
  width: '100%',
  height: '100%',
  boxSizing: 'border-box',
  color: colors.text,
  fontFamily: 'Instrument Sans',
  fontWeight: 400,
};

/** Brand on top, the headline below it, coupon and disclosure at the bottom next to the code. */
function layOutPost(name: CreativeName, { brand, headline, offer, disclosure }: CreativeTexts, layout: Layout): object {
  const { width } = creatives[name];
  const { margin, code, text } = layout;
  return box({ ...page, flexDirection: 'column', padding: margin, justifyContent: 'space-between' }, [
    box({ flexDirection: 'column', gap: layout.brand * 1.1 }, [
      box({ marginLeft: layout.brand * 1.7, fontSize: layout.brand, fontWeight: 600 }, brand),
      box({ fontSize: layout.headline, fontWeight: 600, lineHeight: 1.08, letterSpacing: '-0.03em' }, headline),
    ]),
    box({ flexDirection: 'column', gap: text * 0.6, width: width - 2 * margin - code - text }, [
      box({ fontSize: text * 1.15, fontWeight: 600, color: colors.accent }, offer),
      box({ fontSize: layout.disclosure, color: colors.muted }, disclosure),
    ]),
  ]);
}

/** Everything in one row, as a leaderboard is 90 pixels high. */
function layOutBanner({ brand, headline, offer, disclosure }: CreativeTexts, layout: Layout, code: number): object {
  return box(
    {
      ...page,
      padding: layout.margin,
      paddingRight: layout.margin * 2 + code,
      flexDirection: 'column',
      justifyContent: 'space-between',
    },
    [
      box({ alignItems: 'center', gap: 14 }, [
        box({ marginLeft: layout.brand * 1.7, fontSize: layout.brand, fontWeight: 600 }, brand),
        box({ fontSize: layout.text, fontWeight: 600, color: colors.accent }, offer),
      ]),
      box({ fontSize: layout.headline, fontWeight: 600, letterSpacing: '-0.02em', whiteSpace: 'nowrap' }, headline),
      box({ fontSize: layout.disclosure, color: colors.muted }, disclosure),
    ],
  );
}
