/** The completion table as a PowerShell script, with the summaries as tooltips. */
import { MARK } from '../outputs.ts';
import type { CompletionTable, FlagWord, Word } from '../completions.ts';

export function powershell({ below, flags, values, everywhere }: CompletionTable): string {
  const taking = new Set(
    [...everywhere, ...[...flags.values()].flat()].flatMap((flag) => (flag.takesValue ? [flag.name] : [])),
  );
  const choices = [...flags].flatMap(([path, words]) =>
    words.flatMap((flag) => choiceRow(`${path} ${flag.name}`, flag)),
  );
  return `# PowerShell completion of svc. ${MARK}
# Load it from $PROFILE with: . completions/svc.ps1

$script:SvcBelow = @{
${hashed([...below])}
}
$script:SvcFlags = @{
${hashed([...flags])}
}
$script:SvcChoices = @{
${[...choices, ...everywhere.flatMap((flag) => choiceRow(flag.name, flag))].join('\n')}
}
$script:SvcValues = @{
${[...values].map(([path, words]) => row(path, words)).join('\n')}
}
$script:SvcEverywhere = @(${everywhere.map((flag) => quoted(entry(flag))).join(', ')})
$script:SvcTaking = @(${[...taking].sort().map(quoted).join(', ')})

Register-ArgumentCompleter -Native -CommandName svc -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $typed = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
    $path = ''
    $skip = $false
    foreach ($here in @($typed | Select-Object -Skip 1)) {
        if ($skip) { $skip = $false; continue }
        if ($script:SvcTaking -ccontains $here) { $skip = $true; continue }
        if ($here.StartsWith('-')) { continue }
        $names = @($script:SvcBelow[$path] | ForEach-Object { ($_ -split "\`t")[0] })
        if ($names -cnotcontains $here) { break }
        $path = "$path $here".Trim()
    }
    $last = if ($typed.Count -gt 0) { $typed[-1] } else { '' }
    $words = if ($script:SvcTaking -ccontains $last) {
        $own = $script:SvcChoices["$path $last"]
        if ($own) { $own } else { $script:SvcChoices[$last] }
    } elseif ($wordToComplete.StartsWith('-')) {
        @($script:SvcFlags[$path]) + $script:SvcEverywhere
    } else {
        @($script:SvcBelow[$path]) + @($script:SvcValues[$path])
    }
    foreach ($one in @($words | Where-Object { $_ -and $_.StartsWith($wordToComplete) })) {
        $name, $summary = $one -split "\`t", 2
        if (-not $summary) { $summary = $name }
        [System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterValue', $summary)
    }
}
`;
}

function hashed(rows: readonly (readonly [key: string, words: readonly Word[]])[]): string {
  return rows
    .filter(([, words]) => words.length > 0)
    .map(([key, words]) => row(key, words.map(entry)))
    .join('\n');
}

const row = (key: string, words: readonly string[]): string =>
  `    ${quoted(key)} = @(${words.map(quoted).join(', ')})`;

const entry = ({ name, summary }: Word): string => `${name}\t${summary.replaceAll(/\s+/g, ' ')}`;

const choiceRow = (key: string, { choices }: FlagWord): string[] => (choices.length === 0 ? [] : [row(key, choices)]);

/** Between single quotes; PowerShell also ends a text at the typographic quotes. */
const quoted = (text: string): string => `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;
