import { isInstrument } from '#shared/exchange/instruments.ts';
import { SizeCalculator } from '#ui/size-calculator.tsx';
import { useSizeTexts } from './size-texts.ts';
import { type CardProps, useTexts } from './texts.ts';

/** How many contracts an account can hold with a given stop. */
export function SizePanel({ account }: CardProps) {
  const { locale } = useTexts();
  const { strings } = useSizeTexts();
  const { view } = account;
  const latest = account.history?.fills[0]?.instrument ?? '';
  return (
    <SizeCalculator
      key={`${account.id} ${account.history === null}`}
      strings={strings}
      locale={locale}
      account={{
        remainingCents: view.remainingDailyDrawdownCents,
        freeContracts: Math.max(0, view.maxContracts - view.contractsInUse),
      }}
      {...(isInstrument(latest) ? { start: latest } : {})}
    />
  );
}
