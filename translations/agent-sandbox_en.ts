<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>asb::ui::DetailPane</name>
    <message>
        <source>Select a row to see everything about it.</source>
        <translation>Select a row to see everything about it.</translation>
    </message>
    <message>
        <source>%1, status %2</source>
        <comment>verdict and exit status</comment>
        <translation>%1, status %2</translation>
    </message>
    <message>
        <source>“%1”</source>
        <comment>the profile&apos;s words, quoted</comment>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Program</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Folder</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Started</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Ended</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Took</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU time</translation>
    </message>
    <message>
        <source>%1 user, %2 system</source>
        <translation>%1 user, %2 system</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Memory</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>Called by</source>
        <translation>Called by</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Environment</translation>
    </message>
    <message>
        <source>Pid</source>
        <translation>Pid</translation>
    </message>
    <message>
        <source>Parent</source>
        <translation>Parent</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Line</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Command</translation>
    </message>
    <message>
        <source>From</source>
        <translation>From</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Cut</translation>
    </message>
    <message>
        <source>nono&apos;s record:</source>
        <translation>nono&apos;s record:</translation>
    </message>
    <message>
        <source>&amp;Open rule</source>
        <translation>&amp;Open rule</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Copy</translation>
    </message>
    <message>
        <source>As &amp;JSON</source>
        <translation>As &amp;JSON</translation>
    </message>
    <message>
        <source>Show &amp;others refused by this rule</source>
        <translation>Show &amp;others refused by this rule</translation>
    </message>
    <message>
        <source>Full text</source>
        <translation>Full text</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>Facts</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Reason</translation>
    </message>
</context>
<context>
    <name>asb::ui::DoctorDialog</name>
    <message>
        <source>Doctor</source>
        <translation>Doctor</translation>
    </message>
    <message>
        <source>Checking what sessions in %1 stand on…</source>
        <translation>Checking what sessions in %1 stand on…</translation>
    </message>
    <message>
        <source>All is well for sessions in %1.</source>
        <translation>All is well for sessions in %1.</translation>
    </message>
    <message>
        <source>Something is wrong for sessions in %1:</source>
        <translation>Something is wrong for sessions in %1:</translation>
    </message>
    <message>
        <source>What doctor says</source>
        <translation>What doctor says</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Copy</translation>
    </message>
    <message>
        <source>Check &amp;again</source>
        <translation>Check &amp;again</translation>
    </message>
</context>
<context>
    <name>asb::ui::DraftsPanel</name>
    <message>
        <source>Promote a draft</source>
        <translation>Promote a draft</translation>
    </message>
    <message>
        <source>Make the draft %1 the profile in force?</source>
        <translation>Make the draft %1 the profile in force?</translation>
    </message>
    <message>
        <source>It applies to sessions that start from now on.</source>
        <translation>It applies to sessions that start from now on.</translation>
    </message>
    <message>
        <source>&amp;Promote</source>
        <translation>&amp;Promote</translation>
    </message>
    <message>
        <source>Proposed changes of profiles. Nothing of them is in force until it is promoted.</source>
        <translation>Proposed changes of profiles. Nothing of them is in force until it is promoted.</translation>
    </message>
    <message>
        <source>No change of a profile is proposed.</source>
        <translation>No change of a profile is proposed.</translation>
    </message>
    <message>
        <source>Proposed changes of profiles</source>
        <translation>Proposed changes of profiles</translation>
    </message>
    <message>
        <source>What nono says to the proposed change</source>
        <translation>What nono says to the proposed change</translation>
    </message>
    <message>
        <source>&amp;Open in editor</source>
        <translation>&amp;Open in editor</translation>
    </message>
    <message>
        <source>&amp;Promote…</source>
        <translation>&amp;Promote…</translation>
    </message>
</context>
<context>
    <name>asb::ui::EmptyPage</name>
    <message>
        <source>No session yet</source>
        <translation>No session yet</translation>
    </message>
    <message>
        <source>No session can be started yet</source>
        <translation>No session can be started yet</translation>
    </message>
    <message>
        <source>Start one here, or type this in a terminal, in the folder of your project:</source>
        <translation>Start one here, or type this in a terminal, in the folder of your project:</translation>
    </message>
    <message>
        <source>Command that starts a session: %1</source>
        <translation>Command that starts a session: %1</translation>
    </message>
    <message>
        <source>Command that checks this machine: %1</source>
        <translation>Command that checks this machine: %1</translation>
    </message>
    <message>
        <source>Start session…</source>
        <translation>Start session…</translation>
    </message>
    <message>
        <source>Open doctor</source>
        <translation>Open doctor</translation>
    </message>
</context>
<context>
    <name>asb::ui::FilterLine</name>
    <message>
        <source>Filter, for example: status!=0 cmd:git denied since:10m</source>
        <translation>Filter, for example: status!=0 cmd:git denied since:10m</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>What is wrong with the filter</source>
        <translation>What is wrong with the filter</translation>
    </message>
</context>
<context>
    <name>asb::ui::LaunchView</name>
    <message>
        <source>Terminal opened</source>
        <translation>Terminal opened</translation>
    </message>
    <message>
        <source>Arguments read</source>
        <translation>Arguments read</translation>
    </message>
    <message>
        <source>Configuration read</source>
        <translation>Configuration read</translation>
    </message>
    <message>
        <source>Programs found</source>
        <translation>Programs found</translation>
    </message>
    <message>
        <source>Both profiles read</source>
        <translation>Both profiles read</translation>
    </message>
    <message>
        <source>Folders made</source>
        <translation>Folders made</translation>
    </message>
    <message>
        <source>Both profiles valid</source>
        <translation>Both profiles valid</translation>
    </message>
    <message>
        <source>Socket bound</source>
        <translation>Socket bound</translation>
    </message>
    <message>
        <source>Both sandboxes proved</source>
        <translation>Both sandboxes proved</translation>
    </message>
    <message>
        <source>execd ready</source>
        <translation>execd ready</translation>
    </message>
    <message>
        <source>Agent started</source>
        <translation>Agent started</translation>
    </message>
    <message>
        <source>Session ended</source>
        <translation>Session ended</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1: failed</source>
        <translation>%1: failed</translation>
    </message>
    <message>
        <source>Starting: %1</source>
        <translation>Starting: %1</translation>
    </message>
    <message>
        <source>Running: %1</source>
        <translation>Running: %1</translation>
    </message>
    <message>
        <source>Ended: %1</source>
        <translation>Ended: %1</translation>
    </message>
    <message>
        <source>This did not start: %1</source>
        <translation>This did not start: %1</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Step</translation>
    </message>
    <message>
        <source>After</source>
        <translation>After</translation>
    </message>
    <message>
        <source>Steps of the launch</source>
        <translation>Steps of the launch</translation>
    </message>
    <message>
        <source>What the command line would print</source>
        <translation>What the command line would print</translation>
    </message>
    <message>
        <source>Answer of the agent</source>
        <translation>Answer of the agent</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Copy</translation>
    </message>
    <message>
        <source>Open &amp;doctor</source>
        <translation>Open &amp;doctor</translation>
    </message>
    <message>
        <source>Show the &amp;session</source>
        <translation>Show the &amp;session</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>S&amp;top</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Back</translation>
    </message>
</context>
<context>
    <name>asb::ui::MainWindow</name>
    <message>
        <source>agent-sandbox</source>
        <translation>agent-sandbox</translation>
    </message>
    <message>
        <source>&amp;Session</source>
        <translation>&amp;Session</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;View</translation>
    </message>
    <message>
        <source>&amp;Traffic</source>
        <translation>&amp;Traffic</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Help</translation>
    </message>
    <message>
        <source>&amp;Start session…</source>
        <translation>&amp;Start session…</translation>
    </message>
    <message>
        <source>S&amp;top…</source>
        <translation>S&amp;top…</translation>
    </message>
    <message>
        <source>&amp;Delete from history…</source>
        <translation>&amp;Delete from history…</translation>
    </message>
    <message>
        <source>Open d&amp;octor</source>
        <translation>Open d&amp;octor</translation>
    </message>
    <message>
        <source>S&amp;ettings…</source>
        <translation>S&amp;ettings…</translation>
    </message>
    <message>
        <source>&amp;Close window</source>
        <translation>&amp;Close window</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Quit</translation>
    </message>
    <message>
        <source>&amp;Refused</source>
        <translation>&amp;Refused</translation>
    </message>
    <message>
        <source>R&amp;unning</source>
        <translation>R&amp;unning</translation>
    </message>
    <message>
        <source>&amp;Profiles</source>
        <translation>&amp;Profiles</translation>
    </message>
    <message>
        <source>&amp;Network</source>
        <translation>&amp;Network</translation>
    </message>
    <message>
        <source>&amp;List of sessions</source>
        <translation>&amp;List of sessions</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>&amp;Filter</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Keyboard shortcuts</translation>
    </message>
    <message>
        <source>&amp;About agent-sandbox</source>
        <translation>&amp;About agent-sandbox</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Tools</translation>
    </message>
    <message>
        <source>This desktop has no tray, so closing the window ends the viewer.</source>
        <translation>This desktop has no tray, so closing the window ends the viewer.</translation>
    </message>
    <message>
        <source>The sessions go on. `agent-sandbox` opens the window again, with everything that happened meanwhile.</source>
        <translation>The sessions go on. `agent-sandbox` opens the window again, with everything that happened meanwhile.</translation>
    </message>
    <message>
        <source>Space	Pause or follow</source>
        <translation>Space	Pause or follow</translation>
    </message>
    <message>
        <source>End	Go to the newest row</source>
        <translation>End	Go to the newest row</translation>
    </message>
    <message>
        <source>Enter	Detail of the row</source>
        <translation>Enter	Detail of the row</translation>
    </message>
    <message>
        <source>Left, Right	Close or open a line</source>
        <translation>Left, Right	Close or open a line</translation>
    </message>
    <message>
        <source>Esc	Clear the filter</source>
        <translation>Esc	Clear the filter</translation>
    </message>
    <message>
        <source>Delete	Delete the chosen session</source>
        <translation>Delete	Delete the chosen session</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Keyboard shortcuts</translation>
    </message>
    <message>
        <source>About agent-sandbox</source>
        <translation>About agent-sandbox</translation>
    </message>
    <message>
        <source>agent-sandbox %1</source>
        <translation>agent-sandbox %1</translation>
    </message>
    <message>
        <source>Runs a coding agent in a sandbox and shows every command it issues, every refusal and the reason that the profile gives.</source>
        <translation>Runs a coding agent in a sandbox and shows every command it issues, every refusal and the reason that the profile gives.</translation>
    </message>
</context>
<context>
    <name>asb::ui::NetworkPage</name>
    <message>
        <source>%1, this machine (loopback)</source>
        <translation>%1, this machine (loopback)</translation>
    </message>
    <message>
        <source>%1, another machine</source>
        <translation>%1, another machine</translation>
    </message>
    <message>
        <source>its profile cannot be read</source>
        <translation>its profile cannot be read</translation>
    </message>
    <message>
        <source>not restricted</source>
        <translation>not restricted</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>closed</translation>
    </message>
    <message>
        <source>filtered by nono</source>
        <translation>filtered by nono</translation>
    </message>
    <message>
        <source>only %1</source>
        <translation>only %1</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Target</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Decision</translation>
    </message>
    <message>
        <source>Sandbox</source>
        <translation>Sandbox</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Times</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Reason</translation>
    </message>
    <message>
        <source>Network targets that nono reported</source>
        <translation>Network targets that nono reported</translation>
    </message>
    <message>
        <source>The agent&apos;s network: %1
The commands&apos; network: %2</source>
        <translation>The agent&apos;s network: %1
The commands&apos; network: %2</translation>
    </message>
    <message>
        <source>nono has reported nothing about the network of this session. It reports what it refuses, and what passes its proxy when the session has ended; a closed network reports nothing.</source>
        <translation>nono has reported nothing about the network of this session. It reports what it refuses, and what passes its proxy when the session has ended; a closed network reports nothing.</translation>
    </message>
    <message>
        <source>agent</source>
        <translation>agent</translation>
    </message>
    <message>
        <source>commands</source>
        <translation>commands</translation>
    </message>
    <message>
        <source>%1, port %2, %3, by the %4</source>
        <comment>target, port, decision, sandbox</comment>
        <translation>%1, port %2, %3, by the %4</translation>
    </message>
</context>
<context>
    <name>asb::ui::NewRowsPill</name>
    <message>
        <source>Go to the newest row</source>
        <translation>Go to the newest row</translation>
    </message>
    <message numerus="yes">
        <source>%n new row(s), not filtered yet</source>
        <translation>
            <numerusform>%n new row, not filtered yet</numerusform>
            <numerusform>%n new rows, not filtered yet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new row(s)</source>
        <translation>
            <numerusform>%n new row</numerusform>
            <numerusform>%n new rows</numerusform>
        </translation>
    </message>
    <message>
        <source>Sorted: back to the order of time</source>
        <translation>Sorted: back to the order of time</translation>
    </message>
</context>
<context>
    <name>asb::ui::OlderRows</name>
    <message>
        <source>Older rows than these are in the session&apos;s store: a filter finds them, and the settings say how many rows are kept here.</source>
        <translation>Older rows than these are in the session&apos;s store: a filter finds them, and the settings say how many rows are kept here.</translation>
    </message>
</context>
<context>
    <name>asb::ui::PlainText</name>
    <message numerus="yes">
        <source> (%n line(s))</source>
        <comment>length of a here-document, behind the command that reads it</comment>
        <translation>
            <numerusform> (%n line)</numerusform>
            <numerusform> (%n lines)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>asb::ui::PossibleModel</name>
    <message>
        <source>%1, failed with %2, may have been refused %3</source>
        <translation>%1, failed with %2, may have been refused %3</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Command</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Path</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Time</translation>
    </message>
</context>
<context>
    <name>asb::ui::ProfilePanel</name>
    <message>
        <source>&amp;Open in editor</source>
        <translation>&amp;Open in editor</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>Profiles</translation>
    </message>
    <message>
        <source>Rules and grants</source>
        <translation>Rules and grants</translation>
    </message>
    <message>
        <source>Difference •</source>
        <comment>the mark means: there is one</comment>
        <translation>Difference •</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Difference</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Command</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Decision</translation>
    </message>
    <message>
        <source>When</source>
        <translation>When</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Reason</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Place</translation>
    </message>
    <message>
        <source>Rules and grants of the profile</source>
        <translation>Rules and grants of the profile</translation>
    </message>
    <message>
        <source>Difference to the profile in force</source>
        <translation>Difference to the profile in force</translation>
    </message>
    <message>
        <source>nono is checking it…</source>
        <translation>nono is checking it…</translation>
    </message>
    <message>
        <source>Valid, says nono.</source>
        <translation>Valid, says nono.</translation>
    </message>
    <message>
        <source>Not valid: %1</source>
        <translation>Not valid: %1</translation>
    </message>
    <message>
        <source>The file is not there any more; shown is what the session found.</source>
        <translation>The file is not there any more; shown is what the session found.</translation>
    </message>
    <message>
        <source>The file is not there any more.</source>
        <translation>The file is not there any more.</translation>
    </message>
    <message>
        <source>It cannot be read: %1</source>
        <translation>It cannot be read: %1</translation>
    </message>
    <message>
        <source>Changed since the session started: %1. It applies to the next session.</source>
        <translation>Changed since the session started: %1. It applies to the next session.</translation>
    </message>
    <message>
        <source>Changed since the session started. It applies to the next session.</source>
        <translation>Changed since the session started. It applies to the next session.</translation>
    </message>
    <message>
        <source>from a line of the agent</source>
        <translation>from a line of the agent</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>from %1</translation>
    </message>
    <message>
        <source>deny</source>
        <translation>deny</translation>
    </message>
    <message>
        <source>otherwise</source>
        <translation>otherwise</translation>
    </message>
    <message>
        <source>Files: %1</source>
        <translation>Files: %1</translation>
    </message>
    <message>
        <source>not restricted</source>
        <translation>not restricted</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>closed</translation>
    </message>
    <message>
        <source>by name of host</source>
        <translation>by name of host</translation>
    </message>
    <message>
        <source>allowed: %1</source>
        <translation>allowed: %1</translation>
    </message>
    <message>
        <source>denied: %1</source>
        <translation>denied: %1</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Network</translation>
    </message>
    <message>
        <source>every variable passes</source>
        <translation>every variable passes</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Environment</translation>
    </message>
    <message>
        <source>This session kept no copy of the profile, so there is nothing to compare.</source>
        <translation>This session kept no copy of the profile, so there is nothing to compare.</translation>
    </message>
    <message>
        <source>The same as the one in force.</source>
        <translation>The same as the one in force.</translation>
    </message>
    <message numerus="yes">
        <source>  … %n equal line(s)</source>
        <translation>
            <numerusform>  … %n equal line</numerusform>
            <numerusform>  … %n equal lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>asb::ui::ProfilesPage</name>
    <message>
        <source>exactly: %1</source>
        <translation>exactly: %1</translation>
    </message>
    <message>
        <source>begins with: %1</source>
        <translation>begins with: %1</translation>
    </message>
    <message>
        <source>contains: %1</source>
        <translation>contains: %1</translation>
    </message>
    <message>
        <source>variable %1</source>
        <translation>variable %1</translation>
    </message>
    <message>
        <source>anything</source>
        <translation>anything</translation>
    </message>
    <message>
        <source>%1 (changed)</source>
        <translation>%1 (changed)</translation>
    </message>
    <message>
        <source>Command profile</source>
        <translation>Command profile</translation>
    </message>
    <message>
        <source>Agent profile</source>
        <translation>Agent profile</translation>
    </message>
    <message>
        <source>Drafts %1</source>
        <translation>Drafts %1</translation>
    </message>
    <message>
        <source>Drafts</source>
        <translation>Drafts</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>Profiles</translation>
    </message>
</context>
<context>
    <name>asb::ui::QuitDialog</name>
    <message>
        <source>Quit</source>
        <translation>Quit</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) are running: %1.</source>
        <translation>
            <numerusform>%n session is running: %1.</numerusform>
            <numerusform>%n sessions are running: %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>They can go on without the viewer. `agent-sandbox` opens it again.</source>
        <translation>They can go on without the viewer. `agent-sandbox` opens it again.</translation>
    </message>
    <message>
        <source>&amp;Leave them running</source>
        <translation>&amp;Leave them running</translation>
    </message>
    <message>
        <source>&amp;Stop them</source>
        <translation>&amp;Stop them</translation>
    </message>
</context>
<context>
    <name>asb::ui::RefusedModel</name>
    <message numerus="yes">
        <source>%1, refused %n time(s), last at %2</source>
        <translation>
            <numerusform>%1, refused %n time, last at %2</numerusform>
            <numerusform>%1, refused %n times, last at %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Reason and commands</source>
        <translation>Reason and commands</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Count</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Last</translation>
    </message>
</context>
<context>
    <name>asb::ui::RefusedPage::Parts</name>
    <message>
        <source>These failed by themselves and may have met the sandbox, which nono does not log.</source>
        <translation>These failed by themselves and may have met the sandbox, which nono does not log.</translation>
    </message>
    <message>
        <source>No failure that looks like a refusal.</source>
        <translation>No failure that looks like a refusal.</translation>
    </message>
    <message>
        <source>Asking nono…</source>
        <translation>Asking nono…</translation>
    </message>
    <message>
        <source>Refusals by rule</source>
        <translation>Refusals by rule</translation>
    </message>
    <message>
        <source>Possible refusals</source>
        <translation>Possible refusals</translation>
    </message>
    <message>
        <source>nono&apos;s answer</source>
        <translation>nono&apos;s answer</translation>
    </message>
    <message>
        <source>Nothing refused so far.</source>
        <translation>Nothing refused so far.</translation>
    </message>
    <message>
        <source>&amp;Open rule</source>
        <translation>&amp;Open rule</translation>
    </message>
    <message>
        <source>Show in &amp;traffic</source>
        <translation>Show in &amp;traffic</translation>
    </message>
    <message>
        <source>&amp;Looked at</source>
        <translation>&amp;Looked at</translation>
    </message>
    <message>
        <source>Ask nono &amp;why</source>
        <translation>Ask nono &amp;why</translation>
    </message>
</context>
<context>
    <name>asb::ui::ReloadPanel</name>
    <message>
        <source>A changed profile is not valid, so nothing is started with it: %1</source>
        <translation>A changed profile is not valid, so nothing is started with it: %1</translation>
    </message>
    <message>
        <source>Start &amp;again with it</source>
        <translation>Start &amp;again with it</translation>
    </message>
    <message>
        <source>Show &amp;difference</source>
        <translation>Show &amp;difference</translation>
    </message>
    <message>
        <source>Open in &amp;editor</source>
        <translation>Open in &amp;editor</translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation>&amp;Later</translation>
    </message>
    <message>
        <source>Question about changed profiles</source>
        <translation>Question about changed profiles</translation>
    </message>
</context>
<context>
    <name>asb::ui::RowState</name>
    <message>
        <source>timed out</source>
        <translation>timed out</translation>
    </message>
    <message>
        <source>client lost</source>
        <translation>client lost</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>crashed</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>cancelled</translation>
    </message>
    <message>
        <source>gap</source>
        <translation>gap</translation>
    </message>
    <message>
        <source>session</source>
        <translation>session</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>ended</translation>
    </message>
    <message>
        <source>note</source>
        <translation>note</translation>
    </message>
    <message>
        <source>A proof failed: </source>
        <translation>A proof failed: </translation>
    </message>
    <message>
        <source>Refused by the agent&apos;s shell: </source>
        <translation>Refused by the agent&apos;s shell: </translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>allowed</translation>
    </message>
    <message>
        <source>allowed by policy</source>
        <translation>allowed by policy</translation>
    </message>
    <message>
        <source>allowed by %1</source>
        <translation>allowed by %1</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>refused</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>failed</translation>
    </message>
    <message>
        <source>running</source>
        <translation>running</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unknown</translation>
    </message>
    <message>
        <source>left running</source>
        <translation>left running</translation>
    </message>
    <message>
        <source>The session is ready</source>
        <translation>The session is ready</translation>
    </message>
    <message>
        <source>The agent has ended</source>
        <translation>The agent has ended</translation>
    </message>
    <message>
        <source>The session is being ended</source>
        <translation>The session is being ended</translation>
    </message>
    <message>
        <source>The session has ended</source>
        <translation>The session has ended</translation>
    </message>
</context>
<context>
    <name>asb::ui::RunningModel</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 h %2 min</translation>
    </message>
    <message>
        <source>line</source>
        <translation>line</translation>
    </message>
    <message>
        <source>command, own sandbox</source>
        <translation>command, own sandbox</translation>
    </message>
    <message>
        <source>command</source>
        <translation>command</translation>
    </message>
    <message>
        <source>left running</source>
        <translation>left running</translation>
    </message>
    <message>
        <source>process</source>
        <translation>process</translation>
    </message>
    <message>
        <source>%1, %2, for %3</source>
        <translation>%1, %2, for %3</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Command</translation>
    </message>
    <message>
        <source>What</source>
        <translation>What</translation>
    </message>
    <message>
        <source>Running for</source>
        <translation>Running for</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU time</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Memory</translation>
    </message>
    <message>
        <source>Pid</source>
        <translation>Pid</translation>
    </message>
</context>
<context>
    <name>asb::ui::RunningPage::Parts</name>
    <message>
        <source>Nothing runs.</source>
        <translation>Nothing runs.</translation>
    </message>
    <message>
        <source>The session has ended; nothing of it runs.</source>
        <translation>The session has ended; nothing of it runs.</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) running</source>
        <translation>
            <numerusform>%n line running</numerusform>
            <numerusform>%n lines running</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n process(es) left running</source>
        <translation>
            <numerusform>%n process left running</numerusform>
            <numerusform>%n processes left running</numerusform>
        </translation>
    </message>
    <message>
        <source>Told to end: %1</source>
        <translation>Told to end: %1</translation>
    </message>
    <message>
        <source>End what was left running</source>
        <translation>End what was left running</translation>
    </message>
    <message numerus="yes">
        <source>End all %n process(es) that earlier lines left running?</source>
        <translation>
            <numerusform>End the process that an earlier line left running?</numerusform>
            <numerusform>End all %n processes that earlier lines left running?</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;End all</source>
        <translation>&amp;End all</translation>
    </message>
    <message>
        <source>What was left running has been told to end.</source>
        <translation>What was left running has been told to end.</translation>
    </message>
    <message>
        <source>Running commands and processes</source>
        <translation>Running commands and processes</translation>
    </message>
    <message>
        <source>&amp;End</source>
        <translation>&amp;End</translation>
    </message>
    <message>
        <source>End &amp;all left running</source>
        <translation>End &amp;all left running</translation>
    </message>
</context>
<context>
    <name>asb::ui::SessionLauncher</name>
    <message>
        <source>A session did not start: %1</source>
        <translation>A session did not start: %1</translation>
    </message>
</context>
<context>
    <name>asb::ui::SessionPage</name>
    <message>
        <source>nono cannot verify it: %1</source>
        <translation>nono cannot verify it: %1</translation>
    </message>
    <message>
        <source>nono&apos;s record is complete and unchanged.</source>
        <translation>nono&apos;s record is complete and unchanged.</translation>
    </message>
    <message>
        <source>nono&apos;s record does not match: %1</source>
        <translation>nono&apos;s record does not match: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n entries</source>
        <translation>
            <numerusform>%n entry</numerusform>
            <numerusform>%n entries</numerusform>
        </translation>
    </message>
    <message>
        <source>What</source>
        <translation>What</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Value</translation>
    </message>
    <message>
        <source>Facts of the session</source>
        <translation>Facts of the session</translation>
    </message>
    <message>
        <source>&amp;Copy all</source>
        <translation>&amp;Copy all</translation>
    </message>
    <message>
        <source>&amp;Export log…</source>
        <translation>&amp;Export log…</translation>
    </message>
    <message>
        <source>&amp;Verify nono&apos;s record</source>
        <translation>&amp;Verify nono&apos;s record</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Session</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Folder</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Arguments</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>Configuration</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Started</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Ended</translation>
    </message>
    <message>
        <source>End</source>
        <translation>End</translation>
    </message>
    <message>
        <source>Its program was killed before it could write one down</source>
        <translation>Its program was killed before it could write one down</translation>
    </message>
    <message>
        <source>Exit status</source>
        <translation>Exit status</translation>
    </message>
    <message>
        <source>Mediation lost</source>
        <translation>Mediation lost</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Lines</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Commands</translation>
    </message>
    <message>
        <source>Refused commands</source>
        <translation>Refused commands</translation>
    </message>
    <message>
        <source>Proved at the start</source>
        <translation>Proved at the start</translation>
    </message>
    <message>
        <source>nono</source>
        <translation>nono</translation>
    </message>
    <message>
        <source>Agent sandbox</source>
        <translation>Agent sandbox</translation>
    </message>
    <message>
        <source>Command sandbox</source>
        <translation>Command sandbox</translation>
    </message>
    <message>
        <source>Agent profile</source>
        <translation>Agent profile</translation>
    </message>
    <message>
        <source>Command profile</source>
        <translation>Command profile</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Record</translation>
    </message>
    <message>
        <source>nono&apos;s record</source>
        <translation>nono&apos;s record</translation>
    </message>
    <message>
        <source>Possible when the session has ended</source>
        <translation>Possible when the session has ended</translation>
    </message>
    <message>
        <source>The facts of the session were copied.</source>
        <translation>The facts of the session were copied.</translation>
    </message>
    <message>
        <source>Export log</source>
        <translation>Export log</translation>
    </message>
    <message>
        <source>JSON lines (*.jsonl)</source>
        <translation>JSON lines (*.jsonl)</translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) were written to %1.</source>
        <translation>
            <numerusform>%n record was written to %1.</numerusform>
            <numerusform>%n records were written to %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>nono is verifying its record…</source>
        <translation>nono is verifying its record…</translation>
    </message>
    <message>
        <source>can read %1</source>
        <translation>can read %1</translation>
    </message>
    <message>
        <source>cannot read %1</source>
        <translation>cannot read %1</translation>
    </message>
    <message>
        <source>cannot write %1</source>
        <translation>cannot write %1</translation>
    </message>
    <message>
        <source>can execute %1</source>
        <translation>can execute %1</translation>
    </message>
    <message>
        <source>cannot connect to %1</source>
        <translation>cannot connect to %1</translation>
    </message>
    <message>
        <source>can connect to %1</source>
        <translation>can connect to %1</translation>
    </message>
</context>
<context>
    <name>asb::ui::SessionPages</name>
    <message>
        <source>Traffic</source>
        <translation>Traffic</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Refused</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Running</translation>
    </message>
    <message>
        <source>Profiles •</source>
        <comment>the mark means: changed</comment>
        <translation>Profiles •</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>Profiles</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Network</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Session</translation>
    </message>
    <message>
        <source>A profile has changed since this session started. It applies to the next one.</source>
        <translation>A profile has changed since this session started. It applies to the next one.</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Pages</translation>
    </message>
</context>
<context>
    <name>asb::ui::Settings</name>
    <message>
        <source>The settings could not be read and are back at their defaults: %1. The old file is kept as %2.</source>
        <translation>The settings could not be read and are back at their defaults: %1. The old file is kept as %2.</translation>
    </message>
    <message>
        <source>The settings could not be read and are back at their defaults: %1.</source>
        <translation>The settings could not be read and are back at their defaults: %1.</translation>
    </message>
    <message>
        <source>The settings could not be saved: %1</source>
        <translation>The settings could not be saved: %1</translation>
    </message>
</context>
<context>
    <name>asb::ui::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>Settings</translation>
    </message>
    <message>
        <source>General</source>
        <translation>General</translation>
    </message>
    <message>
        <source>Notify me of</source>
        <translation>Notify me of</translation>
    </message>
    <message>
        <source>Memory and history</source>
        <translation>Memory and history</translation>
    </message>
    <message>
        <source>&amp;Theme:</source>
        <translation>&amp;Theme:</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>As the desktop</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Light</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dark</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>&amp;Language:</translation>
    </message>
    <message>
        <source>T&amp;erminal:</source>
        <translation>T&amp;erminal:</translation>
    </message>
    <message>
        <source>E&amp;ditor:</source>
        <translation>E&amp;ditor:</translation>
    </message>
    <message>
        <source>&amp;Start at login</source>
        <translation>&amp;Start at login</translation>
    </message>
    <message>
        <source>the first &amp;refusal of each rule</source>
        <translation>the first &amp;refusal of each rule</translation>
    </message>
    <message>
        <source>a &amp;question that waits</source>
        <translation>a &amp;question that waits</translation>
    </message>
    <message>
        <source>a session whose &amp;mediation is lost</source>
        <translation>a session whose &amp;mediation is lost</translation>
    </message>
    <message>
        <source>a &amp;profile that has changed when a session ends</source>
        <translation>a &amp;profile that has changed when a session ends</translation>
    </message>
    <message>
        <source>Ro&amp;ws kept in memory:</source>
        <translation>Ro&amp;ws kept in memory:</translation>
    </message>
    <message>
        <source>Keep sessions f&amp;or:</source>
        <translation>Keep sessions f&amp;or:</translation>
    </message>
    <message>
        <source> days</source>
        <translation> days</translation>
    </message>
    <message>
        <source>Keep &amp;at most:</source>
        <translation>Keep &amp;at most:</translation>
    </message>
    <message>
        <source> MB</source>
        <translation> MB</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>no limit</translation>
    </message>
</context>
<context>
    <name>asb::ui::Sidebar</name>
    <message>
        <source>Sessions</source>
        <translation>Sessions</translation>
    </message>
    <message>
        <source>Stop…</source>
        <translation>Stop…</translation>
    </message>
    <message>
        <source>Delete from history…</source>
        <translation>Delete from history…</translation>
    </message>
</context>
<context>
    <name>asb::ui::SidebarModel</name>
    <message numerus="yes">
        <source>%n refused</source>
        <comment>badge of a session</comment>
        <translation>
            <numerusform>%n refused</numerusform>
            <numerusform>%n refused</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n day</numerusform>
            <numerusform>%n days</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · ended %2</source>
        <comment>agent, time or date</comment>
        <translation>%1 · ended %2</translation>
    </message>
    <message>
        <source>Mediation is lost</source>
        <translation>Mediation is lost</translation>
    </message>
    <message numerus="yes">
        <source>%n command(s)</source>
        <translation>
            <numerusform>%n command</numerusform>
            <numerusform>%n commands</numerusform>
        </translation>
    </message>
    <message>
        <source>running</source>
        <translation>running</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>ended</translation>
    </message>
    <message numerus="yes">
        <source>%n refusal(s) not looked at</source>
        <translation>
            <numerusform>%n refusal not looked at</numerusform>
            <numerusform>%n refusals not looked at</numerusform>
        </translation>
    </message>
    <message>
        <source>a question waits</source>
        <translation>a question waits</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sessions</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>Earlier</translation>
    </message>
    <message>
        <source>Show fewer</source>
        <translation>Show fewer</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s)…</source>
        <translation>
            <numerusform>%n session…</numerusform>
            <numerusform>%n sessions…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>asb::ui::StartDialog</name>
    <message>
        <source>Start session</source>
        <translation>Start session</translation>
    </message>
    <message>
        <source>&amp;Folder:</source>
        <translation>&amp;Folder:</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>&amp;Browse…</translation>
    </message>
    <message>
        <source>&amp;Agent:</source>
        <translation>&amp;Agent:</translation>
    </message>
    <message>
        <source>Claude Code</source>
        <translation>Claude Code</translation>
    </message>
    <message>
        <source>Demo: a scripted agent, no account needed</source>
        <translation>Demo: a scripted agent, no account needed</translation>
    </message>
    <message>
        <source>A&amp;rguments:</source>
        <translation>A&amp;rguments:</translation>
    </message>
    <message>
        <source>for the agent itself, for example --model opus</source>
        <translation>for the agent itself, for example --model opus</translation>
    </message>
    <message>
        <source>&amp;Environment files:</source>
        <translation>&amp;Environment files:</translation>
    </message>
    <message>
        <source>Environment files</source>
        <translation>Environment files</translation>
    </message>
    <message>
        <source>A&amp;dd…</source>
        <translation>A&amp;dd…</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>Re&amp;move</translation>
    </message>
    <message>
        <source>Open in a &amp;terminal</source>
        <translation>Open in a &amp;terminal</translation>
    </message>
    <message>
        <source>&amp;One prompt, answer shown here</source>
        <translation>&amp;One prompt, answer shown here</translation>
    </message>
    <message>
        <source>&amp;Prompt:</source>
        <translation>&amp;Prompt:</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Start</translation>
    </message>
    <message>
        <source>Folder of the project</source>
        <translation>Folder of the project</translation>
    </message>
    <message>
        <source>Environment file</source>
        <translation>Environment file</translation>
    </message>
    <message>
        <source>Name the folder of the project.</source>
        <translation>Name the folder of the project.</translation>
    </message>
    <message>
        <source>%1 is not a folder.</source>
        <translation>%1 is not a folder.</translation>
    </message>
    <message>
        <source>Arguments: %1.</source>
        <translation>Arguments: %1.</translation>
    </message>
    <message>
        <source>Write the prompt that the agent shall answer.</source>
        <translation>Write the prompt that the agent shall answer.</translation>
    </message>
</context>
<context>
    <name>asb::ui::StatisticsPanel</name>
    <message>
        <source>%1 lines, %2 commands</source>
        <translation>%1 lines, %2 commands</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n time(s)</source>
        <translation>
            <numerusform>%1, %n time</numerusform>
            <numerusform>%1, %n times</numerusform>
        </translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Count</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Failed</translation>
    </message>
    <message>
        <source>Total time</source>
        <translation>Total time</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>Longest</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistics</translation>
    </message>
    <message>
        <source>Most used</source>
        <translation>Most used</translation>
    </message>
    <message>
        <source>Slowest</source>
        <translation>Slowest</translation>
    </message>
    <message>
        <source>Refused by rule</source>
        <translation>Refused by rule</translation>
    </message>
    <message>
        <source>%1 lines, %2 commands; older ones, which are not kept here, do not count</source>
        <translation>%1 lines, %2 commands; older ones, which are not kept here, do not count</translation>
    </message>
</context>
<context>
    <name>asb::ui::StatusStrip</name>
    <message>
        <source>No session</source>
        <translation>No session</translation>
    </message>
    <message>
        <source>Mediation is lost: %1</source>
        <translation>Mediation is lost: %1</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Starting</translation>
    </message>
    <message>
        <source>execd healthy</source>
        <translation>execd healthy</translation>
    </message>
    <message>
        <source>Session ended</source>
        <translation>Session ended</translation>
    </message>
    <message>
        <source>nono %1</source>
        <comment>name of a program and its version</comment>
        <translation>nono %1</translation>
    </message>
    <message>
        <source>command profile %1</source>
        <translation>command profile %1</translation>
    </message>
    <message>
        <source>command profile %1 (changed since)</source>
        <translation>command profile %1 (changed since)</translation>
    </message>
    <message>
        <source>agent profile %1</source>
        <translation>agent profile %1</translation>
    </message>
    <message>
        <source>agent profile %1 (changed since)</source>
        <translation>agent profile %1 (changed since)</translation>
    </message>
</context>
<context>
    <name>asb::ui::StopSession</name>
    <message>
        <source>%1 was asked to end.</source>
        <translation>%1 was asked to end.</translation>
    </message>
    <message>
        <source>%1 does not end: process %2 is still there.</source>
        <translation>%1 does not end: process %2 is still there.</translation>
    </message>
    <message>
        <source>%1 did not end by itself and was killed.</source>
        <translation>%1 did not end by itself and was killed.</translation>
    </message>
    <message>
        <source>%1 did not answer and was ended by a signal.</source>
        <translation>%1 did not answer and was ended by a signal.</translation>
    </message>
    <message>
        <source>%1 has ended.</source>
        <translation>%1 has ended.</translation>
    </message>
    <message>
        <source>No process of it is left.</source>
        <translation>No process of it is left.</translation>
    </message>
</context>
<context>
    <name>asb::ui::TrafficActions</name>
    <message>
        <source>More than %1 rows are selected: export them to a file instead.</source>
        <translation>More than %1 rows are selected: export them to a file instead.</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) copied.</source>
        <translation>
            <numerusform>%n row copied.</numerusform>
            <numerusform>%n rows copied.</numerusform>
        </translation>
    </message>
    <message>
        <source>Export what the filter shows</source>
        <translation>Export what the filter shows</translation>
    </message>
    <message>
        <source>Only %1</source>
        <translation>Only %1</translation>
    </message>
    <message>
        <source>Not %1</source>
        <translation>Not %1</translation>
    </message>
    <message>
        <source>Show others refused by this rule</source>
        <translation>Show others refused by this rule</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>Detail</translation>
    </message>
    <message>
        <source>As at first</source>
        <translation>As at first</translation>
    </message>
    <message>
        <source>&amp;Follow the newest row</source>
        <translation>&amp;Follow the newest row</translation>
    </message>
    <message>
        <source>&amp;Copy command</source>
        <translation>&amp;Copy command</translation>
    </message>
    <message>
        <source>Copy &amp;row</source>
        <translation>Copy &amp;row</translation>
    </message>
    <message>
        <source>Copy as &amp;JSON</source>
        <translation>Copy as &amp;JSON</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>&amp;Export</translation>
    </message>
    <message>
        <source>As JSON lines…</source>
        <translation>As JSON lines…</translation>
    </message>
    <message>
        <source>As CSV…</source>
        <translation>As CSV…</translation>
    </message>
    <message>
        <source>As Markdown…</source>
        <translation>As Markdown…</translation>
    </message>
    <message>
        <source>C&amp;olumns</source>
        <translation>C&amp;olumns</translation>
    </message>
    <message>
        <source>&amp;Statistics</source>
        <translation>&amp;Statistics</translation>
    </message>
    <message>
        <source>Time, as it happens</source>
        <translation>Time, as it happens</translation>
    </message>
    <message>
        <source>The other way &amp;round</source>
        <translation>The other way &amp;round</translation>
    </message>
    <message>
        <source>Sort &amp;by</source>
        <translation>Sort &amp;by</translation>
    </message>
</context>
<context>
    <name>asb::ui::TrafficColumns</name>
    <message>
        <source>Time</source>
        <translation>Time</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Command</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Verdict</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Took</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Folder</translation>
    </message>
    <message>
        <source>Called by</source>
        <translation>Called by</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Rule</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Reason</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU time</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Memory</translation>
    </message>
    <message>
        <source>Pid</source>
        <translation>Pid</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Line</translation>
    </message>
    <message>
        <source>line %1 (its start is not kept here any more)</source>
        <translation>line %1 (its start is not kept here any more)</translation>
    </message>
    <message>
        <source>status %1</source>
        <translation>status %1</translation>
    </message>
    <message>
        <source>took %1</source>
        <translation>took %1</translation>
    </message>
    <message>
        <source>reason: %1</source>
        <translation>reason: %1</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message numerus="yes">
        <source>open, %n command(s)</source>
        <translation>
            <numerusform>open, %n command</numerusform>
            <numerusform>open, %n commands</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>closed, %n command(s)</source>
        <translation>
            <numerusform>closed, %n command</numerusform>
            <numerusform>closed, %n commands</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>asb::ui::TrafficPage::Parts</name>
    <message numerus="yes">
        <source>The filter finds none of %n row(s).</source>
        <translation>
            <numerusform>The filter does not find the one row.</numerusform>
            <numerusform>The filter finds none of %n rows.</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Clear the filter</translation>
    </message>
    <message>
        <source>No command yet. What the agent runs appears here.</source>
        <translation>No command yet. What the agent runs appears here.</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) exported.</source>
        <translation>
            <numerusform>%n row exported.</numerusform>
            <numerusform>%n rows exported.</numerusform>
        </translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Commands</translation>
    </message>
    <message>
        <source>Go to the newest row</source>
        <translation>Go to the newest row</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>Exporting: %p%</source>
        <translation>Exporting: %p%</translation>
    </message>
    <message>
        <source>Detail and statistics</source>
        <translation>Detail and statistics</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>Detail</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistics</translation>
    </message>
    <message numerus="yes">
        <source>The filter finds none of the newest %n row(s). Older ones are being searched…</source>
        <translation>
            <numerusform>The filter does not find the newest row. Older ones are being searched…</numerusform>
            <numerusform>The filter finds none of the newest %n rows. Older ones are being searched…</numerusform>
        </translation>
    </message>
    <message>
        <source>The filter finds nothing in this session.</source>
        <translation>The filter finds nothing in this session.</translation>
    </message>
    <message>
        <source>Older ones, which are not kept here, are not among them: `agent-sandbox log` has them all.</source>
        <translation>Older ones, which are not kept here, are not among them: `agent-sandbox log` has them all.</translation>
    </message>
</context>
<context>
    <name>asb::ui::Tray</name>
    <message numerus="yes">
        <source>%1 (%n refused)</source>
        <translation>
            <numerusform>%1 (%n refused)</numerusform>
            <numerusform>%1 (%n refused)</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Show</translation>
    </message>
    <message>
        <source>Stop…</source>
        <translation>Stop…</translation>
    </message>
    <message>
        <source>Start session</source>
        <translation>Start session</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Choose a folder…</translation>
    </message>
    <message>
        <source>Open window</source>
        <translation>Open window</translation>
    </message>
    <message>
        <source>Pause notifications</source>
        <translation>Pause notifications</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Quit</translation>
    </message>
    <message>
        <source>No session is running</source>
        <translation>No session is running</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s)</source>
        <translation>
            <numerusform>%n session</numerusform>
            <numerusform>%n sessions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n refused</source>
        <translation>
            <numerusform>%n refused</numerusform>
            <numerusform>%n refused</numerusform>
        </translation>
    </message>
    <message>
        <source>mediation is lost</source>
        <translation>mediation is lost</translation>
    </message>
    <message>
        <source>a question waits</source>
        <translation>a question waits</translation>
    </message>
</context>
<context>
    <name>asb::ui::Viewer</name>
    <message>
        <source>Refused in %1</source>
        <translation>Refused in %1</translation>
    </message>
    <message>
        <source>Mediation is lost in %1</source>
        <translation>Mediation is lost in %1</translation>
    </message>
    <message>
        <source>No further command of this session runs. End it and start it again.</source>
        <translation>No further command of this session runs. End it and start it again.</translation>
    </message>
    <message>
        <source>%1 asks</source>
        <translation>%1 asks</translation>
    </message>
    <message>
        <source>A profile of %1 has changed</source>
        <translation>A profile of %1 has changed</translation>
    </message>
    <message>
        <source>The session has had its answer.</source>
        <translation>The session has had its answer.</translation>
    </message>
    <message>
        <source>Stop session</source>
        <translation>Stop session</translation>
    </message>
    <message>
        <source>Stop the session in %1?</source>
        <translation>Stop the session in %1?</translation>
    </message>
    <message>
        <source>The agent is asked to end; if it stays it is killed, with every command it started.</source>
        <translation>The agent is asked to end; if it stays it is killed, with every command it started.</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Stop</translation>
    </message>
    <message>
        <source>Delete from history</source>
        <translation>Delete from history</translation>
    </message>
    <message>
        <source>Delete the record of the session in %1?</source>
        <translation>Delete the record of the session in %1?</translation>
    </message>
    <message>
        <source>Its commands, refusals and facts are gone then. nono&apos;s own record stays.</source>
        <translation>Its commands, refusals and facts are gone then. nono&apos;s own record stays.</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Delete</translation>
    </message>
    <message>
        <source>The record was deleted.</source>
        <translation>The record was deleted.</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) were deleted from the history: over its limits.</source>
        <translation>
            <numerusform>%n session was deleted from the history: over its limits.</numerusform>
            <numerusform>%n sessions were deleted from the history: over its limits.</numerusform>
        </translation>
    </message>
</context>
</TS>
