import { currentLocale } from '#app/shell/stores/navigation.ts';
import { formatBillingDate } from '#lib/billing-date.ts';
import { formatDateTime } from '#lib/format-date-time.ts';
import { formatMoney } from '#lib/money/format.ts';
import type { CertificateClaims } from '#shared/certificates/claims.ts';
import {
  $verification,
  type Verification,
  type VerificationPaths,
  verifyById,
  verifyFile,
  verifyToken,
} from '../stores/verification.ts';

const locale = currentLocale();

function findPaths({ dataset }: HTMLElement): VerificationPaths {
  const { keysPath = '', statusPath = '', certificatePath = '' } = dataset;
  return { keys: keysPath, status: statusPath, certificate: certificatePath };
}

/** Which of the page's texts to show; each text lists the results it belongs to. */
function namesOf(result: Verification): readonly string[] {
  switch (result.status) {
    case 'valid':
      return ['valid', result.isStatusKnown ? 'not-revoked' : 'status-unknown'];
    case 'revoked':
      return ['revoked', `reason-${result.reason ?? 'unknown'}`];
    case 'invalid':
      return ['invalid', `problem-${result.problem}`];
    case 'unknown':
    case 'unreachable':
    case 'idle':
    case 'checking':
    case 'file-large':
      return [result.status];
  }
}

function factsOf({ kind, name, program, size, day, amountCents, tradingDays, id, issuedAt }: CertificateClaims) {
  return {
    name,
    kind,
    account: `${program.charAt(0).toUpperCase()}${program.slice(1)} ${size}`,
    day: formatBillingDate(new Date(`${day}T00:00:00Z`), locale),
    amount: amountCents === null ? null : formatMoney(amountCents, locale),
    tradingDays: tradingDays === null ? null : String(tradingDays),
    issued: formatBillingDate(issuedAt, locale),
    number: id,
  };
}

function show(page: HTMLElement, result: Verification): void {
  const names = new Set(namesOf(result));
  for (const text of page.querySelectorAll<HTMLElement>('[data-when]')) {
    text.hidden = !(text.dataset['when'] ?? '').split(' ').some((name) => names.has(name));
  }
  const claims = 'claims' in result ? result.claims : null;
  const card = page.querySelector<HTMLElement>('[data-claims]');
  if (card) card.hidden = claims === null;
  const facts: Record<string, string | null> = claims ? factsOf(claims) : {};
  for (const value of page.querySelectorAll<HTMLElement>('[data-fact]')) {
    const text = facts[value.dataset['fact'] ?? ''] ?? null;
    value.textContent = text;
    value.closest<HTMLElement>('[data-row]')?.toggleAttribute('hidden', text === null);
  }
  for (const title of page.querySelectorAll<HTMLElement>('[data-kind]')) {
    title.hidden = title.dataset['kind'] !== facts['kind'];
  }
  const revokedAt = result.status === 'revoked' ? result.revokedAt : null;
  for (const time of page.querySelectorAll<HTMLElement>('[data-revoked-at]')) {
    time.textContent =
      revokedAt === null ? '' : formatDateTime(revokedAt, locale, { dateStyle: 'long', timeStyle: 'short' });
  }
}

function verifyAddress(paths: VerificationPaths): void {
  const token = decodeURIComponent(location.hash.slice(1));
  const id = new URLSearchParams(location.search).get('id');
  if (token.split('.').length === 3) void verifyToken(paths, token);
  else if (id !== null) void verifyById(paths, id);
}

function start(page: HTMLElement): void {
  const paths = findPaths(page);
  const result = page.querySelector<HTMLElement>('[data-result]');
  const input = page.querySelector<HTMLInputElement>('input[type=file]');
  $verification.subscribe((state) => show(page, state));
  $verification.listen(({ status }) => {
    if (status !== 'checking') result?.focus({ preventScroll: false });
  });
  const verifyChosen = () => {
    const [file] = input?.files ?? [];
    if (file) void verifyFile(paths, file);
  };
  input?.addEventListener('change', verifyChosen);
  addEventListener('hashchange', () => verifyAddress(paths));
  // A file dropped beside the field would replace the page.
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file) void verifyFile(paths, file);
  });
  if (input?.files?.length) verifyChosen();
  else verifyAddress(paths);
}

const page = document.querySelector<HTMLElement>('[data-verification-script]');
if (page) start(page);
