import { minuteMs } from '#lib/durations.ts';
import type { WeeklyWindows } from '../core/maintenance.ts';

export type RithmicSettings = ReturnType<typeof readSettings>;

const required = ['RITHMIC_GATEWAY', 'RITHMIC_SYSTEM', 'RITHMIC_USER', 'RITHMIC_PASSWORD', 'RITHMIC_APP_NAME'];
const fillKeys = ['exchange', 'basketId', 'symbol', 'fillDate', 'fillId'] as const;
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** @throws {Error} one sentence that names what is missing or wrong */
export function readSettings(source: Readonly<Record<string, string | undefined>>, folder: string, port: number) {
  const missing = required.filter((name) => !source[name]);
  if (missing.length > 0) throw new Error(`Set ${missing.join(', ')}: rithmic.md says where to find them.`);
  const text = (name: string, otherwise = '') => source[name] ?? otherwise;
  const fillKey = text('RITHMIC_FILL_KEY', 'exchange,basketId,fillId')
    .split(',')
    .map((name) => fillKeys.find((each) => each === name.trim()));
  if (fillKey.includes(undefined)) throw new Error(`RITHMIC_FILL_KEY takes ${fillKeys.join(', ')}, with commas.`);
  const maintenanceText = text('RITHMIC_MAINTENANCE', 'Sat 00:00-24:00');
  return {
    gateway: text('RITHMIC_GATEWAY'),
    login: {
      ...{ user: text('RITHMIC_USER'), password: text('RITHMIC_PASSWORD'), appName: text('RITHMIC_APP_NAME') },
      ...{ appVersion: text('RITHMIC_APP_VERSION', '1.0'), systemName: text('RITHMIC_SYSTEM') },
    },
    /** The accounts that the broker has opened for the firm. */
    poolPath: text('RITHMIC_ACCOUNTS', `${folder}/accounts.csv`),
    /** Where a bridge that runs on this machine answers. */
    port,
    /** What the vendor's documents leave open: `doctor` prints these. */
    open: {
      templateVersion: text('RITHMIC_TEMPLATE_VERSION', '3.9'),
      /** What makes a fill's id unique within an account. */
      fillKey: fillKey.filter((each) => each !== undefined),
      /** Whether a notice that names a corrected sequence number changes that fill; otherwise a person looks. */
      corrections: text('RITHMIC_CORRECTIONS') === 'ask' ? 'ask' : 'apply',
      balance: text('RITHMIC_BALANCE') === 'cash_on_hand' ? 'cashOnHand' : 'accountBalance',
      forcedLogoutWaitMs: Number(text('RITHMIC_FORCED_LOGOUT_WAIT_MS', String(15 * minuteMs))),
      maintenance: readWindows(maintenanceText),
      /** As they were given. */
      maintenanceText,
    },
  } as const;
}

/** `Sat 00:00-24:00, Sun 00:00-15:00` in Chicago. */
function readWindows(list: string): WeeklyWindows {
  const windows: [number, number][][] = weekdays.map(() => []);
  for (const item of list.split(',').filter((each) => each.trim() !== '')) {
    const [, day = '', fromHour, fromMinute, toHour, toMinute] =
      /^(\w{3}) (\d\d):(\d\d)-(\d\d):(\d\d)$/.exec(item.trim()) ?? [];
    const ofDay = windows[weekdays.indexOf(day)];
    if (!ofDay)
      throw new Error(`RITHMIC_MAINTENANCE takes windows such as “Sat 00:00-24:00”, with commas; not “${item}”.`);
    ofDay.push([Number(fromHour) * 60 + Number(fromMinute), Number(toHour) * 60 + Number(toMinute)]);
  }
  return windows;
}
