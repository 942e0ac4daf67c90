export interface ChoiceProps {
  label: string;
  /** Words by value. */
  options: ReadonlyMap<string, string>;
  value: string;
  onChange: (value: string) => void;
}

/** One of a few. Renders a `<label>` around a `<select>`. */
export function Choice({ label, options, value, onChange }: ChoiceProps) {
  return (
    <label className="demo-choice">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {[...options].map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
