import { isTraded } from '#shared/accounts/lifecycle.ts';
import { isInstrument } from '#shared/exchange/instruments.ts';
import { Card } from '#ui/card.tsx';
import { SizeCalculator } from '#ui/size-calculator.tsx';
import { useSizeTexts } from './size-texts.ts';
import { useTexts } from './texts.ts';
import type { CardProps } from './types.ts';

/** How many contracts an account can hold with a given stop; hidden for ended accounts. */
export function SizeCard({ account }: CardProps) {
  const { locale } = useTexts();
  const { strings } = useSizeTexts();
  const { view, stage } = account;
  if (!isTraded(stage)) return null;
  const latest = account.fills[0]?.instrument ?? '';
  return (
    <Card as="section" title={strings.title}>
      <SizeCalculator
        key={account.id}
        strings={strings}
        locale={locale}
        account={{
          remainingCents: view.remainingDailyDrawdownCents,
          freeContracts: Math.max(0, view.maxContracts - view.contractsInUse),
        }}
        {...(isInstrument(latest) ? { start: latest } : {})}
      />
    </Card>
  );
}
