import type { PayeeAddress } from './address.ts';

/** How a payout reaches the trader. The catalog lists the methods on offer. */
export const payoutMethods = ['bank-transfer', 'wise', 'usdc'] as const;
export type PayoutMethod = (typeof payoutMethods)[number];

/** The type of a destination. A bank transfer goes to an IBAN or a US account. */
export const destinationKinds = ['iban', 'us-account', 'wise', 'usdc'] as const;
export type DestinationKind = (typeof destinationKinds)[number];

export const usdcNetworks = ['ethereum', 'base'] as const;
export type UsdcNetwork = (typeof usdcNetworks)[number];

export const usAccountTypes = ['checking', 'savings'] as const;
export type UsAccountType = (typeof usAccountTypes)[number];

/** A validated destination in electronic format: no spaces, standard capitalization. */
export type DestinationDetails =
  | { readonly kind: 'iban'; readonly iban: string; readonly bic: string | null; readonly address: PayeeAddress }
  | {
      readonly kind: 'us-account';
      readonly routingNumber: string;
      readonly accountNumber: string;
      readonly accountType: UsAccountType;
      readonly address: PayeeAddress;
    }
  | { readonly kind: 'wise'; readonly recipient: string }
  | { readonly kind: 'usdc'; readonly network: UsdcNetwork; readonly address: string };

/** Hours after a destination is added before it can receive a payout. */
export const destinationDelayHours = 72;

const methods: Readonly<Record<DestinationKind, PayoutMethod>> = {
  iban: 'bank-transfer',
  'us-account': 'bank-transfer',
  wise: 'wise',
  usdc: 'usdc',
};

export function methodOf(kind: DestinationKind): PayoutMethod {
  return methods[kind];
}

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
