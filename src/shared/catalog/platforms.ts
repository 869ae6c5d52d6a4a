/** The trading platforms that accounts are on, their names as they spell them, and the prefix of their account ids. */
export const platformFacts = {
  rithmic: { name: 'Rithmic', accountPrefix: 'RTH', hasWebTerminal: false },
  dxfeed: { name: 'dxFeed', accountPrefix: 'DXF', hasWebTerminal: true },
} as const satisfies Record<
  string,
  { readonly name: string; readonly accountPrefix: string; readonly hasWebTerminal: boolean }
>;

export type PlatformName = keyof typeof platformFacts;

export const platforms = Object.keys(platformFacts) as [PlatformName, ...PlatformName[]];

/** The one in an address that names none, and a form's first choice. */
export const defaultPlatform: PlatformName = 'rithmic';

export function findPlatform(value: unknown): PlatformName | undefined {
  return platforms.find((each) => each === value);
}
