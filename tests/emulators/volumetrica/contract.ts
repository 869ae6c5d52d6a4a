import {
  boolean,
  type Contract,
  type Field,
  type Fields,
  integer,
  list,
  number,
  object,
  oneOf,
  optional,
  text,
  time,
} from '../contract.ts';

/** The vendor's swagger of Propfirm API V2, read on November 28, 2026; each call names its schema there. Rows that the schema
 * leaves optional, but without which the vendor would do something else, such as adding instead of paying, are required. */
const swagger = (schema: string) => `https://dxfeed.volumetricaprop.com/swagger#/components/schemas/${schema}`;

/** `minLength` 1 of the swagger. */
const name: Field = { kind: 'text', min: 1 };
const permission = oneOf(0, 1, 2, 3);
const status = oneOf(0, 1, 2, 4, 8);
/** Euros or dollars. */
const currency = oneOf(0, 1);
/** Money of a rule is an `int32`: whole dollars. */
const dollars = optional(integer);

const rule: Fields = {
  /** Of the rule that is changed; without it, one is added. */
  ruleId: optional(text()),
  ...{ description: optional(text()), startingBalance: optional(number), currency: optional(currency) },
  ...{ maxDrawdownMode: optional(oneOf(0, 1, 2, 3, 4, 5)), maxDrawdownMoney: dollars },
  ...{ maxDrawdownPercentual: optional(number), maxDrawdownSelection: optional(oneOf(0, 1)) },
  ...{ maxIntradayDrawdownPercentual: optional(number), maxIntradayDrawdownSelection: optional(oneOf(0, 1)) },
  maxIntradayDrawdownPercentualReference: optional(oneOf(0, 1, 2, 3, 4, 5, 6, 7)),
  ...{ maxDrawdownAction: optional(oneOf(0, 1)), maxDrawdownThresholdLimitMode: optional(oneOf(0, 1, 2, 3)) },
  ...{ maxDrawdownThresholdLimitValue: optional(number), maxIntradayDrawdownMode: optional(oneOf(0, 1, 2, 3, 4)) },
  ...{ maxIntradayDrawdownMoney: dollars, maxIntradayDrawdownAction: optional(oneOf(0, 1, 2, 3)) },
  ...{ maxIntradayRunupMode: optional(oneOf(0, 1, 2, 3)), maxIntradayRunupMoney: dollars },
  maxIntradayRunupAction: optional(oneOf(0, 1, 2, 3)),
  symbolContracts: optional(list(object({ symbolId: integer, maxContracts: optional(integer) }))),
};

const subscription: Fields = {
  ...{ userId: name, dataFeedProducts: optional(list(integer)), platform: optional(integer) },
  ...{ startDate: optional(time), durationMonths: optional(integer), enabled: optional(boolean) },
};

export const contract: Contract = {
  'POST /User': {
    source: swagger('UserInputModel'),
    fields: {
      ...{ email: name, firstName: name, lastName: name, username: optional(text()), passwordToSet: optional(text()) },
      ...{ extEntityId: optional(text(255)), country: optional(text()), language: optional(text()) },
    },
  },
  'POST /TradingRule': { source: swagger('NewTradingRuleInputModel'), fields: rule },
  'POST /TradingRule/Validate': { source: swagger('NewTradingRuleInputModel'), fields: rule },
  'POST /TradingAccount': {
    source: swagger('NewTradingAccountInputModel'),
    fields: {
      ...{ userId: name, balance: number, currency: optional(currency), header: optional(text()) },
      ...{ description: optional(text(100)), accountRuleId: optional(text()), accountRuleReference: optional(integer) },
      ...{ enabled: optional(boolean), tradingPermission: optional(permission), mode: optional(oneOf(0, 1, 2)) },
    },
  },
  'POST /TradingAccount/ChangeTradingRule': {
    source: swagger('TradingAccountRuleChangeRequest'),
    fields: { accountId: name, ruleId: name },
  },
  'POST /TradingAccount/ChangePermission': {
    source: swagger('TradingAccountChangePermissionRequest'),
    fields: {
      ...{ accountId: name, tradingPermission: permission, reason: optional(text()) },
      forceClose: optional(boolean),
    },
  },
  'POST /TradingAccount/Enable': {
    source: swagger('TradingAccountEnableRequest'),
    fields: { accountId: name, tradingPermission: optional(permission) },
  },
  'POST /TradingAccount/Disable': {
    source: swagger('TradingAccountDisableRequest'),
    fields: { accountId: name, reason: optional(text()), forceClose: optional(boolean) },
  },
  'POST /TradingAccount/Reset': {
    source: swagger('ResetTradingAccountInputModel'),
    fields: {
      ...{ accountId: name, status: optional(status), permission: optional(permission) },
      sessionDateUtc: optional(time),
    },
  },
  'POST /TradingAccount/UpdateBalance': {
    source: swagger('TradingAccountBalanceUpdateRequest'),
    fields: {
      ...{ accountId: name, action: oneOf(0, 1, 2, 3, 4), value: { ...number, min: 0 } },
      moveDrawdownToThresholdLimit: optional(boolean),
    },
  },
  'POST /Trading/CancelOrder': {
    source: swagger('TradingCancelOrderRequest'),
    fields: { accountId: name, orderId: optional(integer) },
  },
  'POST /Trading/FlatPosition': {
    source: swagger('TradingFlatPositionRequest'),
    fields: { accountId: name, contractId: optional(integer) },
  },
  'POST /Subscription': { source: swagger('NewSubscriptionInputModel'), fields: subscription },
  'PUT /Subscription': { source: swagger('NewSubscriptionInputModel'), fields: subscription },
  'POST /Subscription/Active': { source: swagger('SubscriptionActiveRequest'), fields: { subscriptionId: name } },
  'POST /Subscription/Deactive': { source: swagger('SubscriptionDeactiveRequest'), fields: { subscriptionId: name } },
  'POST /Subscription/Confirm': {
    source: swagger('SubscriptionConfirmRequest'),
    fields: { subscriptionId: name, confirmationId: name },
  },
};
