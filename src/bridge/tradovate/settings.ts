import { minuteMs } from '#lib/durations.ts';

export type TradovateSettings = {
  /** Users are created here; evaluation accounts live on the demo host. */
  readonly liveUrl: string;
  readonly demoUrl: string;
  readonly streamUrl: string;
  readonly login: {
    readonly name: string;
    readonly password: string;
    readonly appId: string;
    readonly appVersion: string;
    readonly deviceId: string;
    readonly cid: number;
    readonly sec: string;
  };
  readonly templateAccountId: number;
  readonly subscriptionPlanId: number;
  readonly entitlementIds: readonly number[];
  readonly currencyId: number;
  /** What market data packages are at the vendor; without entitlements, the bridge leaves them alone. */
  readonly data: {
    readonly entitlementIds: readonly number[];
    readonly depthPlanIds: readonly number[];
    readonly prefix: string;
  };
  /** What the vendor's documents leave open: `doctor` prints these. */
  readonly open: {
    /** What `trailingMaxDrawdownLimit` holds for an account whose floor stops trailing. */
    readonly trailingLimit: 'floor' | 'equity';
    /** Whether the vendor also holds the trader's own limits of the day, or only the site's lock enforces them. */
    readonly personalStops: 'vendor' | 'site';
    /** How long a fill waits for its fee. A fee that comes later follows it. */
    readonly feeWaitMs: number;
    /** The end of a split answer isn't documented: it has ended once nothing came for this long. */
    readonly syncQuietMs: number;
  };
};

const required = ['TRADOVATE_USER', 'TRADOVATE_PASSWORD', 'TRADOVATE_APP_ID', 'TRADOVATE_CID', 'TRADOVATE_SECRET'];

type Source = Readonly<Record<string, string | undefined>>;

/** @throws {Error} one sentence that names what is missing */
export function readSettings(source: Source): TradovateSettings {
  const missing = [...required, 'TRADOVATE_TEMPLATE_ACCOUNT', 'TRADOVATE_PLAN'].filter((name) => !source[name]);
  if (missing.length > 0) throw new Error(`Set ${missing.join(', ')}: README.md says where to find them.`);
  const text = (name: string, otherwise = '') => source[name] ?? otherwise;
  const ids = (name: string) => text(name).split(',').filter(Boolean).map(Number);
  const demoUrl = text('TRADOVATE_DEMO_URL', 'https://demo.tradovateapi.com/v1');
  return {
    demoUrl,
    liveUrl: text('TRADOVATE_LIVE_URL', 'https://live.tradovateapi.com/v1'),
    streamUrl: text('TRADOVATE_STREAM_URL', `${demoUrl.replace(/^http/, 'ws')}/websocket`),
    login: {
      name: text('TRADOVATE_USER'),
      password: text('TRADOVATE_PASSWORD'),
      appId: text('TRADOVATE_APP_ID'),
      appVersion: text('TRADOVATE_APP_VERSION', '1.0'),
      deviceId: text('TRADOVATE_DEVICE_ID', 'tidemark-bridge'),
      cid: Number(text('TRADOVATE_CID')),
      sec: text('TRADOVATE_SECRET'),
    },
    templateAccountId: Number(text('TRADOVATE_TEMPLATE_ACCOUNT')),
    subscriptionPlanId: Number(text('TRADOVATE_PLAN')),
    entitlementIds: ids('TRADOVATE_ENTITLEMENTS'),
    currencyId: Number(text('TRADOVATE_CURRENCY', '1')),
    data: {
      ...{ entitlementIds: ids('TRADOVATE_DATA_ENTITLEMENTS'), depthPlanIds: ids('TRADOVATE_DEPTH_PLANS') },
      prefix: text('TRADOVATE_DATA_PREFIX', '/user'),
    },
    open: {
      trailingLimit: text('TRADOVATE_TRAILING_LIMIT') === 'equity' ? 'equity' : 'floor',
      personalStops: text('TRADOVATE_PERSONAL_STOPS') === 'vendor' ? 'vendor' : 'site',
      feeWaitMs: Number(text('TRADOVATE_FEE_WAIT_MS', '250')),
      syncQuietMs: Number(text('TRADOVATE_SYNC_QUIET_MS', '1000')),
    },
  };
}

/** Requests per hour and user. */
export const maxRequestsPerHour = 5_000;
export const renewAheadMs = 10 * minuteMs;
