import { CredentialsList } from '#app/shell/credentials-list.tsx';
import { ruleText } from '#i18n/rule-text.ts';
import { formatFigure } from '#lib/money/format.ts';
import { pathTo } from '#routes.ts';
import type { RuleLine } from '#shared/accounts/rules/differences.ts';
import { platformFacts } from '#shared/catalog/platforms.ts';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import styles from './accounts.module.css';
import { type DetailsProps, useTexts } from './texts.ts';

/** The three of these that an account has say what passes it and what ends it. */
const mainFields: readonly RuleLine['field'][] = [
  'target',
  'maxLoss',
  'maxLossShare',
  'dailyLimit',
  'minimumDays',
  'maxContracts',
];

/** Until the account's first event: how to sign in at its platform, and the rules that decide. */
export function FirstSteps({ account, details }: DetailsProps) {
  const { strings, t, locale } = useTexts();
  const texts = { t, locale, money: (cents: number) => formatFigure(cents, locale, { whole: true }) };
  const lines = details.rules.filter(({ field, value }) => value !== null && mainFields.includes(field)).slice(0, 3);
  return (
    <Card as="section" title={t('first_sign_in', { platform: platformFacts[account.platform].name })}>
      <CredentialsList account={account} strings={strings} />
      <p className={styles.missing}>
        {strings.platform_note} <a href={pathTo('connectionGuide', {}, locale)}>{strings.first_guide}</a>
      </p>
      <DescriptionList
        ruled
        items={lines.map((line) => ({ term: strings[`rule_${line.field}`], value: ruleText(line, line.value, texts) }))}
      />
    </Card>
  );
}
