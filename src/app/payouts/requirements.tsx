import { formatMoment } from '#lib/format-date-time.ts';
import { pathTo } from '#routes.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import type { Requirement } from './stores/payouts.ts';
import { useTexts } from './texts.ts';

/** What the payee still has to do before any payout, with links. */
export function Requirements({ requirements }: { readonly requirements: readonly Requirement[] }) {
  const { strings, t, locale } = useTexts();
  if (requirements.length === 0) return null;
  const textOf = (requirement: Requirement) =>
    requirement.name === 'destination-age'
      ? t('requirement_destination-age', {
          moment: formatMoment(requirement.usableAt, locale),
        })
      : strings[`requirement_${requirement.name}`];
  return (
    <Alert
      kind="warning"
      title={strings.requirements_title}
      actions={
        <Button
          label={strings.verification}
          href={pathTo('payoutVerification', {}, locale)}
          variant="outline"
          size="small"
        />
      }
    >
      <ul>
        {requirements.map((requirement) => (
          <li key={requirement.name}>{textOf(requirement)}</li>
        ))}
      </ul>
    </Alert>
  );
}
