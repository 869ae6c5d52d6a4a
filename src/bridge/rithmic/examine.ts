import type { CoreParts } from '../core/run-bridge.ts';
import type { Accounts } from './accounts.ts';
import { listSystems, visit } from './plant.ts';
import type { RithmicSettings } from './settings.ts';
import { templates, userOf } from './templates.ts';
import { numberOf, textOf } from './wire.ts';

type Check = readonly [isFine: boolean, sentence: string];

/** What `doctor` checks. A sign-in of its own would end that of a running bridge, which is asked instead. */
export async function examine(
  settings: RithmicSettings,
  parts: CoreParts,
  accounts: Accounts,
): Promise<readonly Check[]> {
  const running = await askRunningBridge(settings.port);
  const checks = running ? [running] : await signInOnce(settings, parts, accounts);
  const { templateVersion, fillKey, corrections, balance, forcedLogoutWaitMs, maintenanceText } = settings.open;
  const questions = [
    `the field numbers and template version ${templateVersion} are a public client’s; compare them with your R|API kit (RITHMIC_TEMPLATE_VERSION).`,
    `a fill is known by its ${fillKey.join(', ')} (RITHMIC_FILL_KEY).`,
    `a notice that names a corrected sequence number ${corrections === 'apply' ? 'changes that fill' : 'is for a person'} (RITHMIC_CORRECTIONS).`,
    `the balance without open profit is ${balance === 'cashOnHand' ? 'cash_on_hand' : 'account_balance'} (RITHMIC_BALANCE).`,
    `after a forced logout, the bridge waits ${forcedLogoutWaitMs / 60_000} minutes (RITHMIC_FORCED_LOGOUT_WAIT_MS).`,
    `it is in maintenance ${maintenanceText || 'never'}, Chicago time (RITHMIC_MAINTENANCE).`,
  ];
  return [...checks, ...questions.map((question) => [true, `Ask your vendor: ${question}`] as const)];
}

async function askRunningBridge(port: number): Promise<Check | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(2_000) });
    const { isSynced, problem } = (await response.json()) as { readonly isSynced: boolean; readonly problem?: string };
    return [
      isSynced,
      problem ?? `The bridge on port ${port} ${isSynced ? 'is synced' : 'isn’t synced yet'}; nothing else signed in.`,
    ];
  } catch {
    return undefined;
  }
}

async function signInOnce(settings: RithmicSettings, parts: CoreParts, accounts: Accounts): Promise<readonly Check[]> {
  try {
    const systems = await listSystems(settings, parts);
    const { systemName } = settings.login;
    const isKnown = systems.includes(systemName);
    const system: Check = [
      isKnown,
      `The gateway has ${isKnown ? '' : 'no '}system “${systemName}”: ${systems.join(', ')}.`,
    ];
    if (!isKnown) return [system];
    return await visit('order', settings, parts, async (link) => {
      const [info = {}] = await link.ask(templates.loginInfo);
      const rows = await link.ask(templates.accounts, userOf(info));
      const readable = new Set(rows.map((row) => textOf(row, 'accountId')));
      const hidden = accounts.list().filter(([, vendorId]) => !readable.has(vendorId));
      const sessions = numberOf(info, 'maxOrderSessions');
      return [
        system,
        [true, 'Rithmic accepts the user and password.'],
        [
          sessions !== 1,
          `The user may have ${sessions || 'an unknown number of'} order sessions; the bridge takes one, and a second sign-in beyond the limit ends it.`,
        ],
        [
          hidden.length === 0,
          hidden.length === 0
            ? 'The user may read all accounts of this bridge.'
            : `The user may not read ${hidden.map(([, id]) => id).join(', ')}.`,
        ],
      ] as const;
    });
  } catch (error) {
    return [[false, `Rithmic: ${error instanceof Error ? error.message : error}`]];
  }
}
