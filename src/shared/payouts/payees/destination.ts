import type { PayeeAddress } from './address.ts';

/** Each type of destination with the method that pays it. A bank transfer goes to an IBAN or a US account. */
const methods = { iban: 'bank-transfer', 'us-account': 'bank-transfer', wise: 'wise', usdc: 'usdc' } as const;

export type DestinationKind = keyof typeof methods;
export const destinationKinds = Object.keys(methods) as readonly DestinationKind[];

/** How a payout reaches the trader. The catalog lists the methods on offer. */
export type PayoutMethod = (typeof methods)[DestinationKind];
export const payoutMethods: readonly PayoutMethod[] = [...new Set(Object.values(methods))];
export const methodOf = (kind: DestinationKind): PayoutMethod => methods[kind];

/** What the form for a destination asks, and how many characters each answer may have. */
export const destinationFields = {
  ...{ iban: 64, bic: 20, routing_number: 20, account_number: 40, account_type: 20 },
  /** Email address or @Wisetag. */
  wise_recipient: 254,
  /** `last_six` are those of the address, retyped, if it has no checksum. */
  ...{ network: 20, usdc_address: 64, last_six: 10 },
  /** The holder’s address, for bank accounts. */
  ...{ street: 70, city: 35, post_code: 16, state: 35, country: 2 },
} as const;

/** The form's raw values. Fields of other kinds are ignored. */
export type DestinationForm = { readonly kind: DestinationKind } & {
  readonly [Name in keyof typeof destinationFields]?: string | undefined;
};

export const usdcNetworks = ['ethereum', 'base'] as const;
export const usAccountTypes = ['checking', 'savings'] as const;
/** A validated destination in electronic format: no spaces, standard capitalization. */
export type DestinationDetails =
  | { readonly kind: 'iban'; readonly iban: string; readonly bic: string | null; readonly address: PayeeAddress }
  | {
      readonly kind: 'us-account';
      readonly routingNumber: string;
      readonly accountNumber: string;
      readonly accountType: (typeof usAccountTypes)[number];
      readonly address: PayeeAddress;
    }
  | { readonly kind: 'wise'; readonly recipient: string }
  | { readonly kind: 'usdc'; readonly network: (typeof usdcNetworks)[number]; readonly address: string };

/** Hours after a destination is added before it can receive a payout. */
export const destinationDelayHours = 72;

/** A key that is the same for every spelling of a destination, so that it is stored once. */
export function identifyDestination(details: DestinationDetails): string {
  switch (details.kind) {
    case 'iban':
      return `iban:${details.iban}`;
    case 'us-account':
      return `us-account:${details.routingNumber}:${details.accountNumber}`;
    case 'wise':
      return `wise:${details.recipient.toLowerCase()}`;
    case 'usdc':
      return `usdc:${details.network}:${details.address.toLowerCase()}`;
  }
}

const visibleDigits = 4;

/** Enough to recognize a destination but not to pay it: `PT50 •••• 0154`. */
export function maskDestination(details: DestinationDetails): string {
  switch (details.kind) {
    case 'iban':
      return `${details.iban.slice(0, 4)} •••• ${details.iban.slice(-visibleDigits)}`;
    case 'us-account':
      return `•••• ${details.accountNumber.slice(-Math.min(visibleDigits, details.accountNumber.length - 2))}`;
    case 'wise':
      return maskRecipient(details.recipient);
    case 'usdc':
      return `${details.address.slice(0, 6)}…${details.address.slice(-visibleDigits)}`;
  }
}

function maskRecipient(recipient: string): string {
  if (recipient.startsWith('@')) return `${recipient.slice(0, 2)}•••${recipient.slice(-1)}`;
  const [name = '', host = ''] = recipient.split('@');
  return `${name.slice(0, 1)}•••@${host}`;
}
