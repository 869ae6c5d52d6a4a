import { platforms } from '#shared/catalog/platforms.ts';
import { riskRoles } from '#shared/core/staff-roles.ts';
import { defineList } from '#shared/office/define-list.ts';
import { count, label, maybe, ofAccount, prose, text } from '#shared/office/list-columns.ts';
import { unreadReasons } from '#shared/replay/fill-file/fill-file.ts';

/**
 * Why a row of a statement isn't booked, or a person must look at what is: `file` is a whole file, `refused` a fill that the
 * site didn't take, `contradictory` other content under a booked fill's id, and `gone` a booked fill that a later
 * statement no longer has.
 */
export const unbookedReasons = ['file', 'refused', 'gone', ...unreadReasons] as const;
export type UnbookedReason = (typeof unbookedReasons)[number];

const rowReasons = unbookedReasons.map((reason) => `row-${reason}` as const);
/** Why something from a platform is parked: an event of an unlisted contract, or the row of a statement. */
const parkedReasons = ['unknown-instrument', 'unlisted-month', ...rowReasons] as const;

const fillChanges = ['fill-version', 'fill-correction', 'fill-bust', 'fill-fee'] as const;
const verdicts = ['active', 'locked', 'breached', 'passed'] as const;

export const platformTaskKinds = [
  'open-account',
  'reset-account',
  'set-access',
  'transfer-money',
  'close-account',
] as const;

export type PlatformTaskKind = (typeof platformTaskKinds)[number];

/** Lists of the risk desk about what platforms report, and what a person must do there. */
export const platformLists = {
  parked: defineList('parked', 'risk', {
    summary: 'Events of unlisted contracts and rows of statements, which wait until they can be booked',
    roles: riskRoles,
    filters: { parkedFor: 'values', account: 'id', person: 'id' },
    title: 'account',
    table: ['at', 'account', 'email', 'parkedFor', 'instrument', 'month', 'statement', 'line', 'cell'],
    columns: {
      ...ofAccount,
      /** Of an event; null for the row of a statement. */
      instrument: maybe(text),
      month: maybe(text),
      parkedFor: label(parkedReasons),
      /** The file of the row, its line (0 for the whole file) and the text that couldn't be read. */
      statement: maybe(text),
      line: maybe(count),
      cell: maybe(text),
    },
  }),
  corrections: defineList('corrections', 'risk', {
    summary: 'Fills that the platform changed after it had reported them, with both versions',
    roles: riskRoles,
    filters: { change: 'values', account: 'id', person: 'id' },
    title: 'account',
    table: ['at', 'account', 'email', 'change', 'first', 'said', 'verdict', 'payoutsSince'],
    columns: {
      ...ofAccount,
      change: label(fillChanges),
      /** The fill's source id. */
      fill: text,
      /** The fill as it was first reported, if it has been, and as it was reported now; null if it was taken back. */
      first: maybe(text),
      said: maybe(text),
      /** What the rules decide with it, and the payouts since the fill, which stay as they are. */
      verdict: label(verdicts),
      payoutsSince: count,
    },
  }),
  tasks: defineList('tasks', 'risk', {
    summary: 'What a person must do on a platform and confirm at its bridge',
    roles: riskRoles,
    filters: { task: 'values', platform: 'values', account: 'id', person: 'id' },
    title: 'account',
    table: ['at', 'account', 'task', 'toDo', 'command'],
    columns: {
      ...ofAccount,
      platform: label(platforms),
      task: label(platformTaskKinds),
      toDo: prose,
      /** The command that confirms it at the bridge. */
      command: prose,
    },
  }),
};
