import { parseArgs } from 'node:util';
import { sized } from './sized.ts';

const option = (usual: string, short: string) => ({ type: 'string', default: sized(usual, short) }) as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Database size for the read benchmarks. */
    traders: option('2000', '50'),
    fills: option('200000', '1000'),
    /** Accounts fed at the same time, and for how many seconds. */
    accounts: option('1000', '10'),
    seconds: option('20', '2'),
    /** Orders placed during faults. */
    orders: option('500', '3'),
    /** Rows of an office list, and live accounts at the risk desk. */
    rows: option('1000000', '500'),
    live: option('20000', '100'),
    /** Duration and requests per second of `soak` and `hostile`. */
    minutes: option('10', '0.05'),
    rate: option('60', '20'),
    /** Clicks on an affiliate's link; bots add another fifth as many hits. */
    clicks: option('50000', '200'),
    /** People who watch the market. */
    viewers: option('500,5000', '20'),
    /** Questions and articles of the site that is built. */
    questions: option('720', '4'),
    articles: option('100', '4'),
    /** Of the buyers during faults. */
    seed: { type: 'string', default: 'tidemark' },
    /** `layout-shift` visits the screens whose path contains this. */
    path: option('', 'forgot'),
    /** `cluster` takes only the steps whose name contains this, and `bridges` the vendors. */
    step: { type: 'string', default: '' },
    short: { type: 'boolean', default: false },
  },
});

/** Parts named on the command line. */
export const names: readonly string[] = positionals;

/** Options as the command line gives them, to repeat a part. */
export const givenOptions = process.argv.slice(2).filter((argument) => argument.startsWith('-'));

const numberOf = (name: keyof typeof values) => Number(values[name]);

export const options = {
  traders: numberOf('traders'),
  fills: numberOf('fills'),
  accounts: numberOf('accounts'),
  seconds: numberOf('seconds'),
  orders: numberOf('orders'),
  rows: numberOf('rows'),
  live: numberOf('live'),
  minutes: numberOf('minutes'),
  rate: numberOf('rate'),
  clicks: numberOf('clicks'),
  viewers: values.viewers.split(',').map(Number),
  questions: numberOf('questions'),
  articles: numberOf('articles'),
  seed: values.seed,
  path: values.path,
  step: values.step,
  /** Of a measurement of what a server can do at most. */
  loadSeconds: sized(8, 1),
};
