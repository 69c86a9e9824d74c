# PowerShell completion of svc. `svc completion install` lets every new shell load it.

Register-ArgumentCompleter -Native -CommandName svc -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $typed = @($commandAst.CommandElements |
            Select-Object -Skip 1 |
            Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
            ForEach-Object {
                if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
            })
    $lines = @(svc __complete powershell "=$wordToComplete" @typed 2>$null)
    if ($lines.Count -lt 2 -or $lines[0] -ne 'words') { return }
    foreach ($line in $lines[1..($lines.Count - 1)]) {
        $text, $listed, $about = $line -split "`t", 3
        if ($text) {
            [System.Management.Automation.CompletionResult]::new($text, $listed, 'ParameterValue', $about)
        }
    }
}
