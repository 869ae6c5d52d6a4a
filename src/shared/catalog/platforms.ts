type PlatformFacts = {
  /** As the platform spells it. */
  readonly name: string;
  /** What its account ids start with. */
  readonly accountPrefix: string;
  readonly hasWebTerminal: boolean;
  /**
   * The names of its routes. Its checkouts are in `checkouts` of routes.ts. A platform without addresses of its own uses
   * those that name none, with its name in the query.
   */
  readonly routes: { readonly payoutRequest: string; readonly resetResult: string; readonly marketResult: string };
};

export const platformFacts = {
  rithmic: {
    name: 'Rithmic',
    accountPrefix: 'RTH',
    hasWebTerminal: false,
    routes: { payoutRequest: 'payoutRequest', resetResult: 'resetResult', marketResult: 'marketResult' },
  },
  dxfeed: {
    name: 'dxFeed',
    accountPrefix: 'DXF',
    hasWebTerminal: true,
    routes: {
      payoutRequest: 'payoutRequestDxfeed',
      resetResult: 'resetResultDxfeed',
      marketResult: 'marketResultDxfeed',
    },
  },
  tradovate: {
    name: 'Tradovate',
    accountPrefix: 'TDV',
    hasWebTerminal: false,
    routes: { payoutRequest: 'payoutRequest', resetResult: 'resetResult', marketResult: 'marketResult' },
  },
} as const satisfies Record<string, PlatformFacts>;

export type PlatformName = keyof typeof platformFacts;

export const platforms = Object.keys(platformFacts) as [PlatformName, ...PlatformName[]];

/** The one in an address that names none, and a form's first choice. */
export const defaultPlatform: PlatformName = 'rithmic';

export function findPlatform(value: unknown): PlatformName | undefined {
  return platforms.find((each) => each === value);
}
