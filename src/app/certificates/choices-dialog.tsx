import { useStore } from '@nanostores/react';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { $editing, type CertificateList, choose, closeChoices, confirmChoices } from './stores/certificates.ts';
import { useTexts } from './texts.ts';

type ChoicesProps = {
  readonly names: CertificateList['names'];
  readonly accountId: string | undefined;
};

/** How a certificate names its owner, and whether it states the amount. */
export function ChoicesDialog({ names, accountId }: ChoicesProps) {
  const { strings } = useTexts();
  const { certificate, choices, busy } = useStore($editing);
  const isSame = choices.nameStyle === certificate?.nameStyle && choices.showsAmount === certificate?.showsAmount;
  return (
    <Dialog
      open={certificate !== null}
      onClose={closeChoices}
      title={strings.choices_title}
      closeLabel={strings.close}
      actions={
        <>
          <Button
            label={strings.choices_confirm}
            busy={busy}
            disabledReason={isSame ? strings.choices_same : undefined}
            onClick={() => void confirmChoices(accountId)}
          />
          <Button label={strings.cancel} variant="outline" onClick={closeChoices} />
        </>
      }
    >
      <div className="stack gap-5">
        <RadioCards
          legend={strings.choices_name}
          name="nameStyle"
          row
          value={choices.nameStyle}
          onChange={(value) => choose({ nameStyle: value === 'initials' ? 'initials' : 'full' })}
          cards={[
            { value: 'full', label: names.full, detail: strings.choices_full },
            { value: 'initials', label: names.initials, detail: strings.choices_initials },
          ]}
        />
        <Checkbox
          label={strings.choices_amount}
          checked={choices.showsAmount}
          onChange={(event) => choose({ showsAmount: event.target.checked })}
        />
        <p className="measure small muted">{strings.choices_note}</p>
      </div>
    </Dialog>
  );
}
