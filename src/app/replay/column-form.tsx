import { useState } from 'react';
import type { ColumnMapping, FileQuestion } from '#shared/replay/fill-file/fill-file.ts';
import { Alert } from '#ui/alert.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import styles from './fill-replay.module.css';
import { QuestionForm } from './question-form.tsx';
import type { FillReplay } from './stores/fill-replay.ts';
import { useTexts } from './texts.ts';

type ColumnFormProps = {
  readonly question: Extract<FileQuestion, { question: 'columns' }>;
  readonly fileName: string;
  readonly replay: FillReplay;
};

const required = ['at', 'quantity', 'price'] as const;
const columns = [
  'at',
  'date',
  'symbol',
  'side',
  'quantity',
  'price',
  'exitAt',
  'exitDate',
  'exitPrice',
  'fee',
  'account',
] as const satisfies readonly (keyof ColumnMapping)[];
type Column = (typeof columns)[number];

/** Asks which column of an unknown table holds which value. */
export function ColumnForm({ question: { headings, example, suggested, problem }, fileName, replay }: ColumnFormProps) {
  const { t } = useTexts();
  const [chosen, setChosen] = useState<Readonly<Record<Column, number | null>>>(suggested);
  const [contract, setContract] = useState('');
  const [isSent, setSent] = useState(false);
  const isRequired = (column: Column) => required.some((each) => each === column);
  const options = headings.map((heading, index) => ({
    value: String(index),
    label: example[index] ? t('columnExample', { heading, example: example[index] }) : heading || String(index + 1),
  }));
  const isNameless = chosen.symbol === null && contract.trim() === '';
  function submit(): void {
    const { at, quantity, price, ...others } = chosen;
    setSent(true);
    if (at === null || quantity === null || price === null || isNameless) return;
    replay.answer({ mapping: { at, quantity, price, ...others, contract } });
  }
  return (
    <QuestionForm
      title={t('columnsTitle')}
      text={t('columnsText', { name: fileName })}
      onSubmit={submit}
      onStartOver={replay.startOver}
    >
      {problem && <Alert kind="error">{t(problems[problem], { name: fileName })}</Alert>}
      <div className={styles.columns}>
        {columns.map((column) => (
          <Select
            key={column}
            label={t(`column_${column}`)}
            name={column}
            value={String(chosen[column] ?? '')}
            note={column in notes && chosen[column] === null ? t(notes[column as keyof typeof notes]) : undefined}
            error={isSent && isRequired(column) && chosen[column] === null ? t('columnError') : undefined}
            options={[{ value: '', label: t(isRequired(column) ? 'columnChoose' : 'columnNone') }, ...options]}
            onChange={({ target }) =>
              setChosen({ ...chosen, [column]: target.value === '' ? null : Number(target.value) })
            }
          />
        ))}
        {chosen.symbol === null && (
          <TextInput
            label={t('columnContract')}
            hint={t('columnContractHint')}
            value={contract}
            maxLength={40}
            error={isSent && isNameless ? t('columnContractError') : undefined}
            onChange={({ target }) => setContract(target.value)}
          />
        )}
      </div>
    </QuestionForm>
  );
}

const problems = { 'one-sided': 'columnsOneSided', unread: 'columnsUnread' } as const;

/** What it means that the file lacks a column. */
const notes = {
  date: 'columnDateNote',
  side: 'columnSideNote',
  exitAt: 'columnExitNote',
  exitDate: 'columnDateNote',
  exitPrice: 'columnExitNote',
  fee: 'columnFeeNote',
  account: 'columnAccountNote',
} as const satisfies Partial<Record<Column, string>>;
