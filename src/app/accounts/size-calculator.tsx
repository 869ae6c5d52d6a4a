import { IslandBoundary } from '#app/shell/island-boundary.tsx';
import type { Locale } from '#i18n/locales.ts';
import { SizeCalculator, type SizeStrings } from '#ui/size-calculator.tsx';

/** The calculator for readers without an account, who type in the remaining drawdown themselves. */
export function SizeCalculatorIsland(props: { readonly strings: SizeStrings; readonly locale: Locale }) {
  return (
    <IslandBoundary>
      <SizeCalculator {...props} />
    </IslandBoundary>
  );
}
