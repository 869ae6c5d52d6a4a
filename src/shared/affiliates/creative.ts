/** Standard sizes of social posts, stories, link previews and banners, in pixels. */
export const creatives = {
  square: { width: 1_080, height: 1_080 },
  story: { width: 1_080, height: 1_920 },
  preview: { width: 1_200, height: 628 },
  leaderboard: { width: 728, height: 90 },
  rectangle: { width: 300, height: 250 },
} as const satisfies Record<string, { readonly width: number; readonly height: number }>;

export type CreativeName = keyof typeof creatives;

export const creativeNames = Object.keys(creatives) as [CreativeName, ...CreativeName[]];

export function isCreativeName(text: string | undefined): text is CreativeName {
  return text !== undefined && Object.hasOwn(creatives, text);
}
