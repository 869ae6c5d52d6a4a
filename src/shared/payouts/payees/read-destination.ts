import { readAddress } from './address.ts';
import { type DestinationDetails, type DestinationForm, usAccountTypes, usdcNetworks } from './destination.ts';
import { readBic, readIban } from './iban.ts';
import { readAccountNumber, readRoutingNumber } from './us-account.ts';
import { checkRetyped, readUsdcAddress } from './usdc-address.ts';

/** Maps each invalid field to a key of the `validation` strings. */
export type DestinationProblems = Readonly<Record<string, string>>;

type ReadResult = { readonly details: DestinationDetails } | { readonly problems: DestinationProblems };

/** Validates the form. Returns the destination, or the problem of each invalid field. */
export function readDestination(form: DestinationForm): ReadResult {
  switch (form.kind) {
    case 'iban':
      return readIbanForm(form);
    case 'us-account':
      return readUsForm(form);
    case 'wise':
      return readWiseForm(form);
    case 'usdc':
      return readUsdcForm(form);
  }
}

const problemsOf = (read: Readonly<Record<string, object>>): DestinationProblems =>
  Object.fromEntries(
    Object.entries(read).flatMap(([field, it]) => ('problem' in it ? [[field, String(it.problem)]] : [])),
  );

function readIbanForm(form: DestinationForm): ReadResult {
  const iban = readIban(form.iban ?? '');
  const bic = 'iban' in iban && form.bic?.trim() ? readBic(form.bic, iban.iban) : { bic: null };
  const address = readAddress(form);
  const problems = { ...problemsOf({ iban, bic }), ...address.problems };
  if ('problem' in iban || 'problem' in bic || Object.keys(address.problems).length > 0) return { problems };
  return { details: { kind: 'iban', iban: iban.iban, bic: bic.bic, address: address.address } };
}

function readUsForm(form: DestinationForm): ReadResult {
  const routing = readRoutingNumber(form.routing_number ?? '');
  const account = readAccountNumber(form.account_number ?? '');
  const accountType = usAccountTypes.find((each) => each === form.account_type);
  const address = readAddress(form);
  const problems = {
    ...problemsOf({ routing_number: routing, account_number: account }),
    ...(accountType ? {} : { account_type: 'required' }),
    ...address.problems,
  };
  if ('problem' in routing || 'problem' in account || !accountType || Object.keys(address.problems).length > 0)
    return { problems };
  return { details: { kind: 'us-account', ...routing, ...account, accountType, address: address.address } };
}

const email = /^[^\s@<>"]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/i;
const wisetag = /^@[a-z][a-z0-9]{2,29}$/i;

function readWiseForm(form: DestinationForm): ReadResult {
  const recipient = (form.wise_recipient ?? '').trim();
  if (recipient === '') return { problems: { wise_recipient: 'required' } };
  if (wisetag.test(recipient)) return { details: { kind: 'wise', recipient: recipient.toLowerCase() } };
  if (recipient.length > 254 || !email.test(recipient)) return { problems: { wise_recipient: 'wise_recipient' } };
  return { details: { kind: 'wise', recipient: recipient.toLowerCase() } };
}

function readUsdcForm(form: DestinationForm): ReadResult {
  const network = usdcNetworks.find((each) => each === form.network);
  const read = readUsdcAddress(form.usdc_address ?? '');
  const retyped = 'address' in read && read.retype ? checkRetyped(read.address, form.last_six ?? '') : null;
  const problems = {
    ...(network ? {} : { network: 'required' }),
    ...('problem' in read ? { usdc_address: read.problem } : {}),
    ...(retyped ? { last_six: retyped } : {}),
  };
  if (!network || 'problem' in read || retyped) return { problems };
  return { details: { kind: 'usdc', network, address: read.address } };
}
