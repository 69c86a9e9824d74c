# PowerShell completion of svc. @MARK@
# Load it from $PROFILE with: . completions/svc.ps1

$script:SvcBelow = @{
@BELOW@
}
$script:SvcFlags = @{
@FLAGS@
}
$script:SvcChoices = @{
@CHOICES@
}
$script:SvcValues = @{
@VALUES@
}
$script:SvcEverywhere = @(@EVERYWHERE@)
$script:SvcTaking = @(@TAKING@)

Register-ArgumentCompleter -Native -CommandName svc -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $typed = @($commandAst.CommandElements |
            Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
            ForEach-Object { $_.ToString() })
    $path = ''
    $skip = $false
    foreach ($here in @($typed | Select-Object -Skip 1)) {
        if ($skip) { $skip = $false; continue }
        if ($script:SvcTaking -ccontains $here) { $skip = $true; continue }
        if ($here.StartsWith('-')) { continue }
        $names = @($script:SvcBelow[$path] | ForEach-Object { ($_ -split "`t")[0] })
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
        $name, $summary = $one -split "`t", 2
        if (-not $summary) { $summary = $name }
        [System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterValue', $summary)
    }
}
