import {
  boolean,
  type Contract,
  type Field,
  id,
  integer,
  list,
  number,
  object,
  oneOf,
  optional,
  text,
  time,
} from '../contract.ts';

/** Read on November 28, 2026; `https://partner.tradovate.com/api/rest-api-endpoints/` comes before each page. */
const site = 'https://partner.tradovate.com';
const page = (name: string) => `${site}/api/rest-api-endpoints/${name}`;
const quickstart = `${site}/overview/quick-setup/5-minute-quickstart`;
const longText = 8_192;
/** `create-evaluation-users`. */
export const maxNamesLength = 60;

/** `core-concepts/architecture-overview`: what each of these asks for, of any entity. */
export const queries: Readonly<Record<string, string | undefined>> = {
  ...{ item: 'id', items: 'ids', find: 'name', deps: 'masterid', list: undefined },
};

/** The calls that a page places on the live environment; all others are demo's. */
export const isLive = (path: string): boolean =>
  /^\/(?:auth|userPlugin|marketDataSubscription)\/|^\/user\/(?:find|createevaluationusers|addmarketdatasubscription)$/.test(
    path,
  );

/** What the vendor allows, in an hour (`core-concepts/rate-limits`): more is a penalty, and of everything together 429. */
export const hourly = { requests: 5_000, failedSignIns: 5, renewals: 15, failedCreations: 100, syncs: 300 } as const;

/** A third session closes the oldest, whose token gets one of these (`authentication/access-token-request`). */
export const closedStatuses = [408, 429, 500] as const;

const totals = [
  ...['Contract', 'ContractGroup', 'DiscountGroup', 'Exchange', 'FungibleProduct', 'Overall', 'Product', 'ProductType'],
] as const;

const positionLimit = {
  active: boolean,
  totalBy: oneOf(...totals),
  ...{ exposedLimit: optional({ ...integer, min: 0 }), longLimit: optional({ ...integer, min: 0 }) },
  ...{ shortLimit: optional({ ...integer, min: 0 }), description: optional(text(64)) },
} as const;

const autoLiq = {
  ...{ changesLocked: optional(boolean), doNotUnlock: optional(boolean), flattenTimestamp: optional(time) },
  ...{ dailyLossAutoLiq: optional(number), dailyProfitAutoLiq: optional(number), weeklyLossAutoLiq: optional(number) },
  dailyLossPercentageAutoLiq: optional(number),
  ...{ weeklyProfitAutoLiq: optional(number), trailingMaxDrawdown: optional(number) },
  trailingMaxDrawdownLimit: optional(number),
  trailingMaxDrawdownMode: optional(oneOf('EOD', 'RealTime')),
} as const;

const accountName: Field = { kind: 'text', max: 64 };

export const contract: Contract = {
  'POST /auth/accesstokenrequest': {
    source: page('authentication/access-token-request'),
    fields: {
      ...{ name: text(64), password: text(64), appId: optional(text(64)), appVersion: optional(text(64)) },
      ...{ deviceId: optional(text(64)), sec: optional(text(longText)) },
      cid: optional({ ...id, source: quickstart }),
    },
  },
  'POST /user/createevaluationusers': {
    source: page('users/create-evaluation-users'),
    fields: {
      users: list(
        object({
          ...{ name: text(64), email: text(64), password: text(64), firstName: text(64), lastName: text(64) },
          ...{ tradovateSubscriptionPlanId: optional(id), entitlementIds: optional(list(id)) },
        }),
        100,
      ),
    },
  },
  'POST /user/createevaluationaccounts': {
    source: page('users/create-evaluation-accounts'),
    fields: {
      accounts: list(
        object({
          ...{ userId: id, templateAccountId: id, name: accountName, initialBalance: number },
          ...{ preTradeRisk: optional(list(object(positionLimit))), postTradeRisk: optional(object(autoLiq)) },
        }),
        100,
      ),
    },
  },
  'POST /userAccountPositionLimit/create': {
    source: page('risks/user-account-position-limit-create'),
    fields: { ...positionLimit, accountId: id, id: optional(id) },
  },
  'POST /userAccountPositionLimit/update': {
    source: page('risks/user-account-position-limit-update'),
    fields: { ...positionLimit, accountId: id, id: optional(id) },
  },
  'POST /userAccountAutoLiq/update': {
    source: page('risks/user-account-auto-liq-update'),
    fields: { ...autoLiq, id: optional(id) },
  },
  'POST /accountRiskStatus/setadminautoliqaction': {
    source: page('risks/set-admin-auto-liq-action'),
    fields: {
      accountId: id,
      adminAction: oneOf(
        ...['AgreedOnLiqOnlyModeByAutoLiq', 'AgreedOnLiquidationByAutoLiq', 'DisableAutoLiq', 'LiquidateImmediately'],
        ...['LiquidateOnlyModeImmediately', 'LockTradingImmediately', 'Normal', 'PlaceAutoLiqOnHold'],
      ),
      adminActionReasonCode: oneOf(
        ...['CallIn', 'ClosingAccount', 'ComplianceRequest', 'FullBalanceWithdrawal', 'LowLiquidity', 'Other'],
      ),
      adminActionReason: optional(text(longText)),
    },
  },
  'POST /account/resetdemoaccountstate': {
    source: page('accounting/reset-demo-account-state'),
    fields: {
      accountIds: list(id),
      resetTradeDate: {
        ...object({ day: { ...integer, min: 1, max: 31 }, month: { ...integer, min: 1, max: 12 }, year: integer }),
        source: `${site}/resources/admin-dashboards/account-actions`,
      },
    },
  },
  'POST /fundTransaction/adjustcash': {
    source: page('funds/adjust-cash'),
    fields: {
      accountId: id,
      cashChange: { ...number, min: -99_999.99, max: 99_999.99 },
      cashChangeType: oneOf(
        ...['AddUserFee', 'AutomaticReconciliation', 'BrokerageFee', 'CancelledPairedTrade', 'CashSettlement'],
        ...['ChallengePayout', 'ClearingFee', 'Commission', 'Courtesy', 'Debit', 'DepositFee', 'DeskFee'],
        ...['EntitlementSubscription', 'ExchangeFee', 'FundTransaction', 'FundTransactionFee', 'InactivityFee'],
        ...['IPFee', 'LiquidationFee', 'ManualAdjustment', 'MarketDataSubscription', 'NewSession', 'NfaFee'],
        ...['OrderRoutingFee', 'TradePaired', 'TradovateSubscription'],
      ),
      ...{ currencyId: id, comment: optional(text(64)) },
    },
  },
  'POST /user/revoketradingpermissions': {
    source: page('users/revoke-trading-permissions'),
    fields: { tradingPermissionIds: list(id) },
  },
  'POST /userPlugin/addentitlementsubscription': {
    source: page('users/add-entitlement-subscription'),
    fields: { entitlementId: id, userId: optional(id) },
  },
  'POST /user/addmarketdatasubscription': {
    source: page('users/add-market-data-subscription'),
    fields: { marketDataSubscriptionPlanIds: list(id), year: integer, month: integer, userId: optional(id) },
  },
  'POST /order/placeorder': {
    source: page('orders/place-order'),
    fields: {
      ...{ action: oneOf('Buy', 'Sell'), symbol: text(64), orderQty: { ...integer, min: 1 } },
      orderType: oneOf(...['Limit', 'MIT', 'Market', 'QTS', 'Stop', 'StopLimit', 'TrailingStop', 'TrailingStopLimit']),
      ...{ accountId: optional(id), accountSpec: optional(text(64)), price: optional(number) },
      isAutomated: optional(boolean),
    },
  },
  'POST /cashBalance/getcashbalancesnapshot': {
    source: page('accounting/get-cash-balance-snapshot'),
    fields: { accountId: id },
  },
  'POST /user/syncrequest': {
    source: `${site}/overview/core-concepts/web-sockets/user-syncrequest`,
    fields: {
      ...{ splitResponses: optional(boolean), users: optional(list(id)), accounts: optional(list(id)) },
      entityTypes: optional(list(text())),
    },
  },
};
