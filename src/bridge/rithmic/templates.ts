import { type Message, numberOf, textOf, type Values } from './wire.ts';

/** One of the vendor's servers behind the gateway; each needs a sign-in of its own. */
export type Plant = 'order' | 'pnl';
export const plantNumbers: Readonly<Record<Plant, number>> = { order: 2, pnl: 4 };

export const templates = {
  ...{ login: 10, logout: 12, systems: 16, heartbeat: 18, loginInfo: 300, accounts: 302, productRates: 306 },
  ...{ orderUpdates: 308, replayExecutions: 3506, pnlUpdates: 400, pnlSnapshot: 402 },
} as const;
export const pushes = { reject: 75, forcedLogout: 77, order: 352, position: 450, account: 451 } as const;

/** Whose an account or a user is: the clearing firm and the introducing broker. */
export const ownerOf = (message: Message): Values => ({
  fcmId: textOf(message, 'fcmId'),
  ibId: textOf(message, 'ibId'),
});
/** The same of a user, as the vendor's answer to template 300 says. */
export const userOf = (info: Message): Values => ({ ...ownerOf(info), userType: numberOf(info, 'userType') });
