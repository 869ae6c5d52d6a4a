import { copyModes } from '../../domain/copier/copy-link.ts';
import { copiedSizes } from '../../domain/copier/sizing.ts';
import { capitalize } from '../../lib/capitalize.ts';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import styles from './copier.module.css';
import { type FollowerDraft, readSizing, readStop } from './draft.ts';
import { useTexts } from './texts.ts';

type FollowerFieldsProps = {
  readonly draft: FollowerDraft;
  readonly name: string;
  readonly onChange: (draft: FollowerDraft) => void;
};

/** Whether and how one follower copies: its size and its daily stop. */
export function FollowerFields({ draft, name, onChange }: FollowerFieldsProps) {
  const { strings, locale } = useTexts();
  return (
    <fieldset className={styles.fields}>
      <legend className="visually-hidden">{name}</legend>
      <Select
        label={strings.copy_mode}
        hint={strings[`copy_mode_hint_${draft.copyMode}`]}
        value={draft.copyMode}
        onChange={({ target }) =>
          onChange({ ...draft, copyMode: copyModes.find((each) => each === target.value) ?? 'execution' })
        }
        options={copyModes.map((value) => ({ value, label: strings[`copy_mode_${value}`] }))}
      />
      <Select
        label={strings.mode}
        value={draft.mode}
        onChange={({ target }) => onChange({ ...draft, mode: target.value === 'fixed' ? 'fixed' : 'ratio' })}
        options={[
          { value: 'ratio', label: strings.mode_ratio },
          { value: 'fixed', label: strings.mode_fixed },
        ]}
      />
      <TextInput
        label={draft.mode === 'ratio' ? strings.ratio : strings.contracts}
        inputMode="decimal"
        value={draft.amount}
        error={
          readSizing(draft) === null
            ? draft.mode === 'ratio'
              ? strings.ratio_wrong
              : strings.contracts_wrong
            : undefined
        }
        onChange={({ target }) => onChange({ ...draft, amount: target.value.trim() })}
      />
      <Select
        label={strings.size}
        value={draft.size}
        onChange={({ target }) =>
          onChange({ ...draft, size: copiedSizes.find((each) => each === target.value) ?? 'leader' })
        }
        options={copiedSizes.map((value) => ({ value, label: capitalize(strings[`size_${value}`], locale) }))}
      />
      <TextInput
        label={strings.stop}
        hint={strings.stop_hint}
        inputMode="numeric"
        value={draft.stop}
        error={readStop(draft) === undefined ? strings.stop_wrong : undefined}
        onChange={({ target }) => onChange({ ...draft, stop: target.value.trim() })}
      />
    </fieldset>
  );
}
