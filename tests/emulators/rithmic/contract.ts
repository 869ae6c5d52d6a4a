import type { FieldName, Message } from '#bridge/rithmic/wire.ts';

/** The vendor's servers by number (`request_login.proto`): ORDER_PLANT 2, PNL_PLANT 4. */
const order = [2];
const pnl = [4];
const both = [2, 4];

type Kind = 'text' | 'number';
type Template = {
  readonly name: string;
  /** The public client's description that this row was read from, on November 28, 2026. */
  readonly source: string;
  /** Where it is answered; `any`: also before a sign-in. */
  readonly plants: 'any' | readonly number[];
  /** What it must name. The descriptions mark nothing as required: the client sends these, or the vendor needs them. */
  readonly fields: { readonly [Name in FieldName]?: Kind };
};

const repository = 'https://github.com/rundef/async_rithmic/blob/a985931/async_rithmic/protocol_buffers/source';
const proto = (name: string) => `${repository}/request_${name}.proto`;
const owner = { fcmId: 'text', ibId: 'text' } as const;
const account = { ...owner, accountId: 'text' } as const;
const span = { startIndex: 'number', finishIndex: 'number' } as const;

/** Each request by its template: where it is answered, and what it must have. */
export const contract: Readonly<Record<number, Template>> = {
  10: {
    ...{ name: 'login', source: proto('login'), plants: 'any' },
    fields: {
      ...{ templateVersion: 'text', user: 'text', password: 'text', appName: 'text', appVersion: 'text' },
      ...{ systemName: 'text', plant: 'number' },
    },
  },
  12: { name: 'logout', source: proto('logout'), plants: both, fields: {} },
  16: { name: 'system info', source: proto('rithmic_system_info'), plants: 'any', fields: {} },
  18: { name: 'heartbeat', source: proto('heartbeat'), plants: both, fields: {} },
  300: { name: 'login info', source: proto('login_info'), plants: order, fields: {} },
  302: {
    ...{ name: 'account list', source: proto('account_list'), plants: order },
    fields: { ...owner, userType: 'number' },
  },
  304: {
    ...{ name: 'account RMS info', source: proto('account_rms_info'), plants: order },
    fields: { ...owner, userType: 'number' },
  },
  306: { name: 'product RMS info', source: proto('product_rms_info'), plants: order, fields: account },
  308: { name: 'order updates', source: proto('subscribe_for_order_updates'), plants: order, fields: account },
  310: { name: 'trade routes', source: proto('trade_routes'), plants: order, fields: {} },
  320: { name: 'show orders', source: proto('show_orders'), plants: order, fields: account },
  336: { name: 'bracket updates', source: proto('subscribe_to_bracket_updates'), plants: order, fields: account },
  400: {
    ...{ name: 'profit updates', source: proto('pnl_position_updates'), plants: pnl },
    fields: { ...account, request: 'number' },
  },
  402: { name: 'profit snapshot', source: proto('pnl_position_snapshot'), plants: pnl, fields: account },
  3506: {
    ...{ name: 'replay executions', source: proto('replay_executions'), plants: order },
    fields: { ...account, ...span },
  },
  3512: {
    ...{ name: 'show fill history', source: proto('show_fill_history'), plants: order },
    fields: { ...account, ...span },
  },
};

/** The field that a request lacks or has in another type; undefined if it is complete. */
export function findFault({ fields }: Template, message: Message): string | undefined {
  return Object.entries(fields).find(([name, kind]) => {
    const [value] = message[name as FieldName] ?? [];
    return typeof value !== (kind === 'text' ? 'string' : 'number') || value === '';
  })?.[0];
}
