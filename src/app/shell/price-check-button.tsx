import { Button } from '#ui/button.tsx';
import { useTexts } from './price-check-texts.ts';
import { checkShownPrice, type ShownPrice } from './stores/price-check.ts';

export function PriceCheckButton({ price }: { readonly price: ShownPrice }) {
  const { strings } = useTexts();
  return <Button label={strings.action} size="small" variant="quiet" onClick={() => void checkShownPrice(price)} />;
}
