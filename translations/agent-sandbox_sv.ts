<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="sv" sourcelanguage="en">
<context>
    <name>asb::ui::DetailPane</name>
    <message>
        <source>Select a row to see everything about it.</source>
        <translation>Välj en rad för att se allt om den.</translation>
    </message>
    <message>
        <source>%1, status %2</source>
        <comment>verdict and exit status</comment>
        <translation>%1, status %2</translation>
    </message>
    <message>
        <source>“%1”</source>
        <comment>the profile&apos;s words, quoted</comment>
        <translation>”%1”</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Program</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Mapp</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Startad</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Avslutad</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Tog</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU-tid</translation>
    </message>
    <message>
        <source>%1 user, %2 system</source>
        <translation>%1 användare, %2 system</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Minne</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>Called by</source>
        <translation>Anropad av</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Miljö</translation>
    </message>
    <message>
        <source>Pid</source>
        <translation>PID</translation>
    </message>
    <message>
        <source>Parent</source>
        <translation>Förälder</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Rad</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Kommando</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Från</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Avkortat</translation>
    </message>
    <message>
        <source>nono&apos;s record:</source>
        <translation>nonos uppgift:</translation>
    </message>
    <message>
        <source>&amp;Open rule</source>
        <translation>&amp;Öppna regeln</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopiera</translation>
    </message>
    <message>
        <source>As &amp;JSON</source>
        <translation>Som &amp;JSON</translation>
    </message>
    <message>
        <source>Show &amp;others refused by this rule</source>
        <translation>Visa &amp;andra som regeln nekat</translation>
    </message>
    <message>
        <source>Full text</source>
        <translation>Hela texten</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>Uppgifter</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Skäl</translation>
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
        <translation>Kontrollerar det som sessioner i %1 bygger på …</translation>
    </message>
    <message>
        <source>All is well for sessions in %1.</source>
        <translation>Allt är bra för sessioner i %1.</translation>
    </message>
    <message>
        <source>Something is wrong for sessions in %1:</source>
        <translation>Något är fel för sessioner i %1:</translation>
    </message>
    <message>
        <source>What doctor says</source>
        <translation>Vad doctor säger</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopiera</translation>
    </message>
    <message>
        <source>Check &amp;again</source>
        <translation>Kontrollera &amp;igen</translation>
    </message>
</context>
<context>
    <name>asb::ui::DraftsPanel</name>
    <message>
        <source>Promote a draft</source>
        <translation>Anta ett utkast</translation>
    </message>
    <message>
        <source>Make the draft %1 the profile in force?</source>
        <translation>Göra utkastet %1 till gällande profil?</translation>
    </message>
    <message>
        <source>It applies to sessions that start from now on.</source>
        <translation>Det gäller sessioner som startar från och med nu.</translation>
    </message>
    <message>
        <source>&amp;Promote</source>
        <translation>&amp;Anta</translation>
    </message>
    <message>
        <source>Proposed changes of profiles. Nothing of them is in force until it is promoted.</source>
        <translation>Föreslagna ändringar av profiler. Inget gäller förrän det antagits.</translation>
    </message>
    <message>
        <source>No change of a profile is proposed.</source>
        <translation>Ingen ändring av en profil är föreslagen.</translation>
    </message>
    <message>
        <source>Proposed changes of profiles</source>
        <translation>Föreslagna ändringar av profiler</translation>
    </message>
    <message>
        <source>What nono says to the proposed change</source>
        <translation>Vad nono säger om ändringen</translation>
    </message>
    <message>
        <source>&amp;Open in editor</source>
        <translation>&amp;Öppna i redigerare</translation>
    </message>
    <message>
        <source>&amp;Promote…</source>
        <translation>&amp;Anta …</translation>
    </message>
</context>
<context>
    <name>asb::ui::EmptyPage</name>
    <message>
        <source>No session yet</source>
        <translation>Ingen session än</translation>
    </message>
    <message>
        <source>No session can be started yet</source>
        <translation>Ingen session kan startas än</translation>
    </message>
    <message>
        <source>Start one here, or type this in a terminal, in the folder of your project:</source>
        <translation>Starta en här, eller skriv detta i en terminal i projektets mapp:</translation>
    </message>
    <message>
        <source>Command that starts a session: %1</source>
        <translation>Kommando som startar en session: %1</translation>
    </message>
    <message>
        <source>Command that checks this machine: %1</source>
        <translation>Kommando som kontrollerar datorn: %1</translation>
    </message>
    <message>
        <source>Start session…</source>
        <translation>Starta session …</translation>
    </message>
    <message>
        <source>Open doctor</source>
        <translation>Öppna doctor</translation>
    </message>
</context>
<context>
    <name>asb::ui::FilterLine</name>
    <message>
        <source>Filter, for example: status!=0 cmd:git denied since:10m</source>
        <translation>Filter, till exempel: status!=0 cmd:git denied since:10m</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>What is wrong with the filter</source>
        <translation>Vad som är fel med filtret</translation>
    </message>
</context>
<context>
    <name>asb::ui::LaunchView</name>
    <message>
        <source>Terminal opened</source>
        <translation>Terminal öppnad</translation>
    </message>
    <message>
        <source>Arguments read</source>
        <translation>Argument lästa</translation>
    </message>
    <message>
        <source>Configuration read</source>
        <translation>Konfiguration läst</translation>
    </message>
    <message>
        <source>Programs found</source>
        <translation>Program hittade</translation>
    </message>
    <message>
        <source>Both profiles read</source>
        <translation>Båda profilerna lästa</translation>
    </message>
    <message>
        <source>Folders made</source>
        <translation>Mappar skapade</translation>
    </message>
    <message>
        <source>Both profiles valid</source>
        <translation>Båda profilerna giltiga</translation>
    </message>
    <message>
        <source>Socket bound</source>
        <translation>Socket bunden</translation>
    </message>
    <message>
        <source>Both sandboxes proved</source>
        <translation>Båda sandlådorna bevisade</translation>
    </message>
    <message>
        <source>execd ready</source>
        <translation>execd redo</translation>
    </message>
    <message>
        <source>Agent started</source>
        <translation>Agenten startad</translation>
    </message>
    <message>
        <source>Session ended</source>
        <translation>Sessionen är slut</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1: failed</source>
        <translation>%1: misslyckades</translation>
    </message>
    <message>
        <source>Starting: %1</source>
        <translation>Startar: %1</translation>
    </message>
    <message>
        <source>Running: %1</source>
        <translation>Körs: %1</translation>
    </message>
    <message>
        <source>Ended: %1</source>
        <translation>Avslutad: %1</translation>
    </message>
    <message>
        <source>This did not start: %1</source>
        <translation>Detta startade inte: %1</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Steg</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Efter</translation>
    </message>
    <message>
        <source>Steps of the launch</source>
        <translation>Startens steg</translation>
    </message>
    <message>
        <source>What the command line would print</source>
        <translation>Vad kommandoraden skulle skriva</translation>
    </message>
    <message>
        <source>Answer of the agent</source>
        <translation>Agentens svar</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopiera</translation>
    </message>
    <message>
        <source>Open &amp;doctor</source>
        <translation>Öppna &amp;doctor</translation>
    </message>
    <message>
        <source>Show the &amp;session</source>
        <translation>Visa &amp;sessionen</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>S&amp;toppa</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Tillbaka</translation>
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
        <translation>&amp;Visa</translation>
    </message>
    <message>
        <source>&amp;Traffic</source>
        <translation>&amp;Trafik</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hjälp</translation>
    </message>
    <message>
        <source>&amp;Start session…</source>
        <translation>&amp;Starta session …</translation>
    </message>
    <message>
        <source>S&amp;top…</source>
        <translation>S&amp;toppa …</translation>
    </message>
    <message>
        <source>&amp;Delete from history…</source>
        <translation>&amp;Radera ur historiken …</translation>
    </message>
    <message>
        <source>Open d&amp;octor</source>
        <translation>Öppna d&amp;octor</translation>
    </message>
    <message>
        <source>S&amp;ettings…</source>
        <translation>I&amp;nställningar …</translation>
    </message>
    <message>
        <source>&amp;Close window</source>
        <translation>S&amp;täng fönstret</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Avsluta</translation>
    </message>
    <message>
        <source>&amp;Refused</source>
        <translation>&amp;Nekat</translation>
    </message>
    <message>
        <source>R&amp;unning</source>
        <translation>Kö&amp;rs</translation>
    </message>
    <message>
        <source>&amp;Profiles</source>
        <translation>&amp;Profiler</translation>
    </message>
    <message>
        <source>&amp;Network</source>
        <translation>Nät&amp;verk</translation>
    </message>
    <message>
        <source>&amp;List of sessions</source>
        <translation>&amp;Lista över sessioner</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>&amp;Filter</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Kortkommandon</translation>
    </message>
    <message>
        <source>&amp;About agent-sandbox</source>
        <translation>&amp;Om agent-sandbox</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Verktyg</translation>
    </message>
    <message>
        <source>This desktop has no tray, so closing the window ends the viewer.</source>
        <translation>Det här skrivbordet har inget aktivitetsfält, så visaren avslutas när fönstret stängs.</translation>
    </message>
    <message>
        <source>The sessions go on. `agent-sandbox` opens the window again, with everything that happened meanwhile.</source>
        <translation>Sessionerna fortsätter. `agent-sandbox` öppnar fönstret igen, med allt som hänt under tiden.</translation>
    </message>
    <message>
        <source>Space	Pause or follow</source>
        <translation>Blanksteg	Pausa eller följ</translation>
    </message>
    <message>
        <source>End	Go to the newest row</source>
        <translation>End	Gå till senaste raden</translation>
    </message>
    <message>
        <source>Enter	Detail of the row</source>
        <translation>Enter	Radens detaljer</translation>
    </message>
    <message>
        <source>Left, Right	Close or open a line</source>
        <translation>Vänster, Höger	Stäng eller öppna en rad</translation>
    </message>
    <message>
        <source>Esc	Clear the filter</source>
        <translation>Esc	Rensa filtret</translation>
    </message>
    <message>
        <source>Delete	Delete the chosen session</source>
        <translation>Delete	Radera den valda sessionen</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Kortkommandon</translation>
    </message>
    <message>
        <source>About agent-sandbox</source>
        <translation>Om agent-sandbox</translation>
    </message>
    <message>
        <source>agent-sandbox %1</source>
        <translation>agent-sandbox %1</translation>
    </message>
    <message>
        <source>Runs a coding agent in a sandbox and shows every command it issues, every refusal and the reason that the profile gives.</source>
        <translation>Kör en kodagent i en sandlåda och visar varje kommando, varje nekande och profilens skäl.</translation>
    </message>
</context>
<context>
    <name>asb::ui::NetworkPage</name>
    <message>
        <source>%1, this machine (loopback)</source>
        <translation>%1, den här datorn (loopback)</translation>
    </message>
    <message>
        <source>%1, another machine</source>
        <translation>%1, en annan dator</translation>
    </message>
    <message>
        <source>its profile cannot be read</source>
        <translation>profilen kan inte läsas</translation>
    </message>
    <message>
        <source>not restricted</source>
        <translation>inte begränsat</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>stängt</translation>
    </message>
    <message>
        <source>filtered by nono</source>
        <translation>filtreras av nono</translation>
    </message>
    <message>
        <source>only %1</source>
        <translation>bara %1</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Mål</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Beslut</translation>
    </message>
    <message>
        <source>Sandbox</source>
        <translation>Sandlåda</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Antal</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Senast</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Skäl</translation>
    </message>
    <message>
        <source>Network targets that nono reported</source>
        <translation>Nätverksmål som nono rapporterat</translation>
    </message>
    <message>
        <source>The agent&apos;s network: %1
The commands&apos; network: %2</source>
        <translation>Agentens nätverk: %1
Kommandonas nätverk: %2</translation>
    </message>
    <message>
        <source>nono has reported nothing about the network of this session. It reports what it refuses, and what passes its proxy when the session has ended; a closed network reports nothing.</source>
        <translation>nono har inte rapporterat något om sessionens nätverk. Det rapporterar vad det nekar, och när sessionen är slut vad som gått genom proxyn; ett stängt nätverk rapporterar inget.</translation>
    </message>
    <message>
        <source>agent</source>
        <translation>agent</translation>
    </message>
    <message>
        <source>commands</source>
        <translation>kommandon</translation>
    </message>
    <message>
        <source>%1, port %2, %3, by the %4</source>
        <comment>target, port, decision, sandbox</comment>
        <translation>%1, port %2, %3, av %4</translation>
    </message>
</context>
<context>
    <name>asb::ui::NewRowsPill</name>
    <message>
        <source>Go to the newest row</source>
        <translation>Gå till senaste raden</translation>
    </message>
    <message numerus="yes">
        <source>%n new row(s), not filtered yet</source>
        <translation>
            <numerusform>%n ny rad, inte filtrerad än</numerusform>
            <numerusform>%n nya rader, inte filtrerade än</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new row(s)</source>
        <translation>
            <numerusform>%n ny rad</numerusform>
            <numerusform>%n nya rader</numerusform>
        </translation>
    </message>
    <message>
        <source>Sorted: back to the order of time</source>
        <translation>Sorterat: tillbaka till tidsordning</translation>
    </message>
</context>
<context>
    <name>asb::ui::OlderRows</name>
    <message>
        <source>Older rows than these are in the session&apos;s store: a filter finds them, and the settings say how many rows are kept here.</source>
        <translation>Äldre rader än dessa finns i sessionens lager: ett filter hittar dem, och inställningarna säger hur många rader som hålls här.</translation>
    </message>
</context>
<context>
    <name>asb::ui::PlainText</name>
    <message numerus="yes">
        <source> (%n line(s))</source>
        <comment>length of a here-document, behind the command that reads it</comment>
        <translation>
            <numerusform> (%n rad)</numerusform>
            <numerusform> (%n rader)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>asb::ui::PossibleModel</name>
    <message>
        <source>%1, failed with %2, may have been refused %3</source>
        <translation>%1, misslyckades med %2, kan ha nekats %3</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Kommando</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Sökväg</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Tid</translation>
    </message>
</context>
<context>
    <name>asb::ui::ProfilePanel</name>
    <message>
        <source>&amp;Open in editor</source>
        <translation>&amp;Öppna i redigerare</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>Profiler</translation>
    </message>
    <message>
        <source>Rules and grants</source>
        <translation>Regler och rättigheter</translation>
    </message>
    <message>
        <source>Difference •</source>
        <comment>the mark means: there is one</comment>
        <translation>Skillnad •</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Skillnad</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Kommando</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Beslut</translation>
    </message>
    <message>
        <source>When</source>
        <translation>När</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Skäl</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Plats</translation>
    </message>
    <message>
        <source>Rules and grants of the profile</source>
        <translation>Profilens regler och rättigheter</translation>
    </message>
    <message>
        <source>Difference to the profile in force</source>
        <translation>Skillnad mot den gällande profilen</translation>
    </message>
    <message>
        <source>nono is checking it…</source>
        <translation>nono kontrollerar den …</translation>
    </message>
    <message>
        <source>Valid, says nono.</source>
        <translation>Giltig, säger nono.</translation>
    </message>
    <message>
        <source>Not valid: %1</source>
        <translation>Ogiltig: %1</translation>
    </message>
    <message>
        <source>The file is not there any more; shown is what the session found.</source>
        <translation>Filen finns inte längre; här visas det som sessionen hittade.</translation>
    </message>
    <message>
        <source>The file is not there any more.</source>
        <translation>Filen finns inte längre.</translation>
    </message>
    <message>
        <source>It cannot be read: %1</source>
        <translation>Den kan inte läsas: %1</translation>
    </message>
    <message>
        <source>Changed since the session started: %1. It applies to the next session.</source>
        <translation>Ändrad sedan sessionen startade: %1. Gäller nästa session.</translation>
    </message>
    <message>
        <source>Changed since the session started. It applies to the next session.</source>
        <translation>Ändrad sedan sessionen startade. Gäller nästa session.</translation>
    </message>
    <message>
        <source>from a line of the agent</source>
        <translation>från en rad av agenten</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>från %1</translation>
    </message>
    <message>
        <source>deny</source>
        <translation>neka</translation>
    </message>
    <message>
        <source>otherwise</source>
        <translation>annars</translation>
    </message>
    <message>
        <source>Files: %1</source>
        <translation>Filer: %1</translation>
    </message>
    <message>
        <source>not restricted</source>
        <translation>inte begränsat</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>stängt</translation>
    </message>
    <message>
        <source>by name of host</source>
        <translation>efter värdnamn</translation>
    </message>
    <message>
        <source>allowed: %1</source>
        <translation>tillåtet: %1</translation>
    </message>
    <message>
        <source>denied: %1</source>
        <translation>nekat: %1</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Nätverk</translation>
    </message>
    <message>
        <source>every variable passes</source>
        <translation>alla variabler släpps igenom</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Miljö</translation>
    </message>
    <message>
        <source>This session kept no copy of the profile, so there is nothing to compare.</source>
        <translation>Sessionen behöll ingen kopia av profilen, så det finns inget att jämföra.</translation>
    </message>
    <message>
        <source>The same as the one in force.</source>
        <translation>Samma som den gällande.</translation>
    </message>
    <message numerus="yes">
        <source>  … %n equal line(s)</source>
        <translation>
            <numerusform>  … %n lika rad</numerusform>
            <numerusform>  … %n lika rader</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>asb::ui::ProfilesPage</name>
    <message>
        <source>exactly: %1</source>
        <translation>exakt: %1</translation>
    </message>
    <message>
        <source>begins with: %1</source>
        <translation>börjar med: %1</translation>
    </message>
    <message>
        <source>contains: %1</source>
        <translation>innehåller: %1</translation>
    </message>
    <message>
        <source>variable %1</source>
        <translation>variabel %1</translation>
    </message>
    <message>
        <source>anything</source>
        <translation>vad som helst</translation>
    </message>
    <message>
        <source>%1 (changed)</source>
        <translation>%1 (ändrad)</translation>
    </message>
    <message>
        <source>Command profile</source>
        <translation>Kommandoprofil</translation>
    </message>
    <message>
        <source>Agent profile</source>
        <translation>Agentprofil</translation>
    </message>
    <message>
        <source>Drafts %1</source>
        <translation>Utkast %1</translation>
    </message>
    <message>
        <source>Drafts</source>
        <translation>Utkast</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>Profiler</translation>
    </message>
</context>
<context>
    <name>asb::ui::QuitDialog</name>
    <message>
        <source>Quit</source>
        <translation>Avsluta</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) are running: %1.</source>
        <translation>
            <numerusform>%n session körs: %1.</numerusform>
            <numerusform>%n sessioner körs: %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>They can go on without the viewer. `agent-sandbox` opens it again.</source>
        <translation>De kan fortsätta utan visaren. `agent-sandbox` öppnar den igen.</translation>
    </message>
    <message>
        <source>&amp;Leave them running</source>
        <translation>&amp;Låt dem fortsätta</translation>
    </message>
    <message>
        <source>&amp;Stop them</source>
        <translation>&amp;Stoppa dem</translation>
    </message>
</context>
<context>
    <name>asb::ui::RefusedModel</name>
    <message numerus="yes">
        <source>%1, refused %n time(s), last at %2</source>
        <translation>
            <numerusform>%1, nekat %n gång, senast %2</numerusform>
            <numerusform>%1, nekat %n gånger, senast %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Reason and commands</source>
        <translation>Skäl och kommandon</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Antal</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Senast</translation>
    </message>
</context>
<context>
    <name>asb::ui::RefusedPage::Parts</name>
    <message>
        <source>These failed by themselves and may have met the sandbox, which nono does not log.</source>
        <translation>Dessa misslyckades av sig själva och kan ha stött på sandlådan, vilket nono inte loggar.</translation>
    </message>
    <message>
        <source>No failure that looks like a refusal.</source>
        <translation>Inget fel som liknar ett nekande.</translation>
    </message>
    <message>
        <source>Asking nono…</source>
        <translation>Frågar nono …</translation>
    </message>
    <message>
        <source>Refusals by rule</source>
        <translation>Nekanden per regel</translation>
    </message>
    <message>
        <source>Possible refusals</source>
        <translation>Möjliga nekanden</translation>
    </message>
    <message>
        <source>nono&apos;s answer</source>
        <translation>nonos svar</translation>
    </message>
    <message>
        <source>Nothing refused so far.</source>
        <translation>Inget nekat hittills.</translation>
    </message>
    <message>
        <source>&amp;Open rule</source>
        <translation>&amp;Öppna regeln</translation>
    </message>
    <message>
        <source>Show in &amp;traffic</source>
        <translation>Visa i &amp;trafiken</translation>
    </message>
    <message>
        <source>&amp;Looked at</source>
        <translation>&amp;Sedd</translation>
    </message>
    <message>
        <source>Ask nono &amp;why</source>
        <translation>Fråga nono &amp;varför</translation>
    </message>
</context>
<context>
    <name>asb::ui::ReloadPanel</name>
    <message>
        <source>A changed profile is not valid, so nothing is started with it: %1</source>
        <translation>En ändrad profil är ogiltig, så inget startas med den: %1</translation>
    </message>
    <message>
        <source>Start &amp;again with it</source>
        <translation>Starta &amp;om med den</translation>
    </message>
    <message>
        <source>Show &amp;difference</source>
        <translation>Visa &amp;skillnaden</translation>
    </message>
    <message>
        <source>Open in &amp;editor</source>
        <translation>Öppna i &amp;redigerare</translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation>S&amp;enare</translation>
    </message>
    <message>
        <source>Question about changed profiles</source>
        <translation>Fråga om ändrade profiler</translation>
    </message>
</context>
<context>
    <name>asb::ui::RowState</name>
    <message>
        <source>timed out</source>
        <translation>tiden gick ut</translation>
    </message>
    <message>
        <source>client lost</source>
        <translation>klienten försvann</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>kraschade</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>avbruten</translation>
    </message>
    <message>
        <source>gap</source>
        <translation>lucka</translation>
    </message>
    <message>
        <source>session</source>
        <translation>session</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>avslutad</translation>
    </message>
    <message>
        <source>note</source>
        <translation>notering</translation>
    </message>
    <message>
        <source>A proof failed: </source>
        <translation>Ett bevis misslyckades: </translation>
    </message>
    <message>
        <source>Refused by the agent&apos;s shell: </source>
        <translation>Nekat av agentens skal: </translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>tillåten</translation>
    </message>
    <message>
        <source>allowed by policy</source>
        <translation>tillåten av policy</translation>
    </message>
    <message>
        <source>allowed by %1</source>
        <translation>tillåten av %1</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>nekad</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>misslyckades</translation>
    </message>
    <message>
        <source>running</source>
        <translation>körs</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>okänd</translation>
    </message>
    <message>
        <source>left running</source>
        <translation>körs vidare</translation>
    </message>
    <message>
        <source>The session is ready</source>
        <translation>Sessionen är redo</translation>
    </message>
    <message>
        <source>The agent has ended</source>
        <translation>Agenten har avslutats</translation>
    </message>
    <message>
        <source>The session is being ended</source>
        <translation>Sessionen avslutas</translation>
    </message>
    <message>
        <source>The session has ended</source>
        <translation>Sessionen har avslutats</translation>
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
        <translation>rad</translation>
    </message>
    <message>
        <source>command, own sandbox</source>
        <translation>kommando, egen sandlåda</translation>
    </message>
    <message>
        <source>command</source>
        <translation>kommando</translation>
    </message>
    <message>
        <source>left running</source>
        <translation>körs vidare</translation>
    </message>
    <message>
        <source>process</source>
        <translation>process</translation>
    </message>
    <message>
        <source>%1, %2, for %3</source>
        <translation>%1, %2, i %3</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Kommando</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Vad</translation>
    </message>
    <message>
        <source>Running for</source>
        <translation>Har körts i</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU-tid</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Minne</translation>
    </message>
    <message>
        <source>Pid</source>
        <translation>PID</translation>
    </message>
</context>
<context>
    <name>asb::ui::RunningPage::Parts</name>
    <message>
        <source>Nothing runs.</source>
        <translation>Inget körs.</translation>
    </message>
    <message>
        <source>The session has ended; nothing of it runs.</source>
        <translation>Sessionen är slut; inget av den körs.</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) running</source>
        <translation>
            <numerusform>%n rad körs</numerusform>
            <numerusform>%n rader körs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n process(es) left running</source>
        <translation>
            <numerusform>%n process körs vidare</numerusform>
            <numerusform>%n processer körs vidare</numerusform>
        </translation>
    </message>
    <message>
        <source>Told to end: %1</source>
        <translation>Ombedd att sluta: %1</translation>
    </message>
    <message>
        <source>End what was left running</source>
        <translation>Avsluta det som blivit kvar</translation>
    </message>
    <message numerus="yes">
        <source>End all %n process(es) that earlier lines left running?</source>
        <translation>
            <numerusform>Avsluta processen som en tidigare rad lämnat kvar?</numerusform>
            <numerusform>Avsluta alla %n processer som tidigare rader lämnat kvar?</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;End all</source>
        <translation>&amp;Avsluta alla</translation>
    </message>
    <message>
        <source>What was left running has been told to end.</source>
        <translation>Det som blivit kvar har ombetts att sluta.</translation>
    </message>
    <message>
        <source>Running commands and processes</source>
        <translation>Kommandon och processer som körs</translation>
    </message>
    <message>
        <source>&amp;End</source>
        <translation>&amp;Avsluta</translation>
    </message>
    <message>
        <source>End &amp;all left running</source>
        <translation>Avsluta &amp;allt som blivit kvar</translation>
    </message>
</context>
<context>
    <name>asb::ui::SessionLauncher</name>
    <message>
        <source>A session did not start: %1</source>
        <translation>En session startade inte: %1</translation>
    </message>
</context>
<context>
    <name>asb::ui::SessionPage</name>
    <message>
        <source>nono cannot verify it: %1</source>
        <translation>nono kan inte verifiera det: %1</translation>
    </message>
    <message>
        <source>nono&apos;s record is complete and unchanged.</source>
        <translation>nonos protokoll är fullständigt och oförändrat.</translation>
    </message>
    <message>
        <source>nono&apos;s record does not match: %1</source>
        <translation>nonos protokoll stämmer inte: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n entries</source>
        <translation>
            <numerusform>%n post</numerusform>
            <numerusform>%n poster</numerusform>
        </translation>
    </message>
    <message>
        <source>What</source>
        <translation>Vad</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Värde</translation>
    </message>
    <message>
        <source>Facts of the session</source>
        <translation>Uppgifter om sessionen</translation>
    </message>
    <message>
        <source>&amp;Copy all</source>
        <translation>&amp;Kopiera allt</translation>
    </message>
    <message>
        <source>&amp;Export log…</source>
        <translation>&amp;Exportera loggen …</translation>
    </message>
    <message>
        <source>&amp;Verify nono&apos;s record</source>
        <translation>&amp;Verifiera nonos protokoll</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Session</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Mapp</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argument</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Startad</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Avslutad</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Slut</translation>
    </message>
    <message>
        <source>Its program was killed before it could write one down</source>
        <translation>Programmet dödades innan det hann skriva något</translation>
    </message>
    <message>
        <source>Exit status</source>
        <translation>Slutstatus</translation>
    </message>
    <message>
        <source>Mediation lost</source>
        <translation>Förmedling förlorad</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Rader</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Kommandon</translation>
    </message>
    <message>
        <source>Refused commands</source>
        <translation>Nekade kommandon</translation>
    </message>
    <message>
        <source>Proved at the start</source>
        <translation>Bevisat vid starten</translation>
    </message>
    <message>
        <source>nono</source>
        <translation>nono</translation>
    </message>
    <message>
        <source>Agent sandbox</source>
        <translation>Agentens sandlåda</translation>
    </message>
    <message>
        <source>Command sandbox</source>
        <translation>Kommandonas sandlåda</translation>
    </message>
    <message>
        <source>Agent profile</source>
        <translation>Agentprofil</translation>
    </message>
    <message>
        <source>Command profile</source>
        <translation>Kommandoprofil</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>nono&apos;s record</source>
        <translation>nonos protokoll</translation>
    </message>
    <message>
        <source>Possible when the session has ended</source>
        <translation>Möjligt när sessionen är slut</translation>
    </message>
    <message>
        <source>The facts of the session were copied.</source>
        <translation>Uppgifterna om sessionen kopierades.</translation>
    </message>
    <message>
        <source>Export log</source>
        <translation>Exportera loggen</translation>
    </message>
    <message>
        <source>JSON lines (*.jsonl)</source>
        <translation>JSON-rader (*.jsonl)</translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) were written to %1.</source>
        <translation>
            <numerusform>%n post skrevs till %1.</numerusform>
            <numerusform>%n poster skrevs till %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>nono is verifying its record…</source>
        <translation>nono verifierar sitt protokoll …</translation>
    </message>
    <message>
        <source>can read %1</source>
        <translation>kan läsa %1</translation>
    </message>
    <message>
        <source>cannot read %1</source>
        <translation>kan inte läsa %1</translation>
    </message>
    <message>
        <source>cannot write %1</source>
        <translation>kan inte skriva %1</translation>
    </message>
    <message>
        <source>can execute %1</source>
        <translation>kan köra %1</translation>
    </message>
    <message>
        <source>cannot connect to %1</source>
        <translation>kan inte ansluta till %1</translation>
    </message>
    <message>
        <source>can connect to %1</source>
        <translation>kan ansluta till %1</translation>
    </message>
</context>
<context>
    <name>asb::ui::SessionPages</name>
    <message>
        <source>Traffic</source>
        <translation>Trafik</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Nekat</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Körs</translation>
    </message>
    <message>
        <source>Profiles •</source>
        <comment>the mark means: changed</comment>
        <translation>Profiler •</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>Profiler</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Nätverk</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Session</translation>
    </message>
    <message>
        <source>A profile has changed since this session started. It applies to the next one.</source>
        <translation>En profil har ändrats sedan sessionen startade. Den gäller nästa.</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Sidor</translation>
    </message>
</context>
<context>
    <name>asb::ui::Settings</name>
    <message>
        <source>The settings could not be read and are back at their defaults: %1. The old file is kept as %2.</source>
        <translation>Inställningarna kunde inte läsas och är återställda: %1. Den gamla filen finns kvar som %2.</translation>
    </message>
    <message>
        <source>The settings could not be read and are back at their defaults: %1.</source>
        <translation>Inställningarna kunde inte läsas och är återställda: %1.</translation>
    </message>
    <message>
        <source>The settings could not be saved: %1</source>
        <translation>Inställningarna kunde inte sparas: %1</translation>
    </message>
</context>
<context>
    <name>asb::ui::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>Inställningar</translation>
    </message>
    <message>
        <source>General</source>
        <translation>Allmänt</translation>
    </message>
    <message>
        <source>Notify me of</source>
        <translation>Meddela mig om</translation>
    </message>
    <message>
        <source>Memory and history</source>
        <translation>Minne och historik</translation>
    </message>
    <message>
        <source>&amp;Theme:</source>
        <translation>&amp;Tema:</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>Som skrivbordet</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Ljust</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Mörkt</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>&amp;Språk:</translation>
    </message>
    <message>
        <source>T&amp;erminal:</source>
        <translation>T&amp;erminal:</translation>
    </message>
    <message>
        <source>E&amp;ditor:</source>
        <translation>&amp;Redigerare:</translation>
    </message>
    <message>
        <source>&amp;Start at login</source>
        <translation>Starta vid &amp;inloggning</translation>
    </message>
    <message>
        <source>the first &amp;refusal of each rule</source>
        <translation>varje regels första &amp;nekande</translation>
    </message>
    <message>
        <source>a &amp;question that waits</source>
        <translation>en &amp;fråga som väntar</translation>
    </message>
    <message>
        <source>a session whose &amp;mediation is lost</source>
        <translation>en session vars för&amp;medling är förlorad</translation>
    </message>
    <message>
        <source>a &amp;profile that has changed when a session ends</source>
        <translation>en &amp;profil som ändrats när en session slutar</translation>
    </message>
    <message>
        <source>Ro&amp;ws kept in memory:</source>
        <translation>Ra&amp;der i minnet:</translation>
    </message>
    <message>
        <source>Keep sessions f&amp;or:</source>
        <translation>&amp;Behåll sessioner:</translation>
    </message>
    <message>
        <source> days</source>
        <translation> dagar</translation>
    </message>
    <message>
        <source>Keep &amp;at most:</source>
        <translation>Behåll &amp;högst:</translation>
    </message>
    <message>
        <source> MB</source>
        <translation> MB</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>ingen gräns</translation>
    </message>
</context>
<context>
    <name>asb::ui::Sidebar</name>
    <message>
        <source>Sessions</source>
        <translation>Sessioner</translation>
    </message>
    <message>
        <source>Stop…</source>
        <translation>Stoppa …</translation>
    </message>
    <message>
        <source>Delete from history…</source>
        <translation>Radera ur historiken …</translation>
    </message>
</context>
<context>
    <name>asb::ui::SidebarModel</name>
    <message numerus="yes">
        <source>%n refused</source>
        <comment>badge of a session</comment>
        <translation>
            <numerusform>%n nekad</numerusform>
            <numerusform>%n nekade</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n dag</numerusform>
            <numerusform>%n dagar</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · ended %2</source>
        <comment>agent, time or date</comment>
        <translation>%1 · slutade %2</translation>
    </message>
    <message>
        <source>Mediation is lost</source>
        <translation>Förmedlingen är förlorad</translation>
    </message>
    <message numerus="yes">
        <source>%n command(s)</source>
        <translation>
            <numerusform>%n kommando</numerusform>
            <numerusform>%n kommandon</numerusform>
        </translation>
    </message>
    <message>
        <source>running</source>
        <translation>körs</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>avslutad</translation>
    </message>
    <message numerus="yes">
        <source>%n refusal(s) not looked at</source>
        <translation>
            <numerusform>%n osedd nekning</numerusform>
            <numerusform>%n osedda nekningar</numerusform>
        </translation>
    </message>
    <message>
        <source>a question waits</source>
        <translation>en fråga väntar</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sessioner</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>Tidigare</translation>
    </message>
    <message>
        <source>Show fewer</source>
        <translation>Visa färre</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s)…</source>
        <translation>
            <numerusform>%n session …</numerusform>
            <numerusform>%n sessioner …</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>asb::ui::StartDialog</name>
    <message>
        <source>Start session</source>
        <translation>Starta session</translation>
    </message>
    <message>
        <source>&amp;Folder:</source>
        <translation>&amp;Mapp:</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>&amp;Bläddra …</translation>
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
        <translation>Demo: en skriptad agent, inget konto behövs</translation>
    </message>
    <message>
        <source>A&amp;rguments:</source>
        <translation>A&amp;rgument:</translation>
    </message>
    <message>
        <source>for the agent itself, for example --model opus</source>
        <translation>till agenten själv, till exempel --model opus</translation>
    </message>
    <message>
        <source>&amp;Environment files:</source>
        <translation>M&amp;iljöfiler:</translation>
    </message>
    <message>
        <source>Environment files</source>
        <translation>Miljöfiler</translation>
    </message>
    <message>
        <source>A&amp;dd…</source>
        <translation>&amp;Lägg till …</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>&amp;Ta bort</translation>
    </message>
    <message>
        <source>Open in a &amp;terminal</source>
        <translation>Öppna i en &amp;terminal</translation>
    </message>
    <message>
        <source>&amp;One prompt, answer shown here</source>
        <translation>&amp;En fråga, svaret visas här</translation>
    </message>
    <message>
        <source>&amp;Prompt:</source>
        <translation>&amp;Fråga:</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Starta</translation>
    </message>
    <message>
        <source>Folder of the project</source>
        <translation>Projektets mapp</translation>
    </message>
    <message>
        <source>Environment file</source>
        <translation>Miljöfil</translation>
    </message>
    <message>
        <source>Name the folder of the project.</source>
        <translation>Ange projektets mapp.</translation>
    </message>
    <message>
        <source>%1 is not a folder.</source>
        <translation>%1 är ingen mapp.</translation>
    </message>
    <message>
        <source>Arguments: %1.</source>
        <translation>Argument: %1.</translation>
    </message>
    <message>
        <source>Write the prompt that the agent shall answer.</source>
        <translation>Skriv frågan som agenten ska svara på.</translation>
    </message>
</context>
<context>
    <name>asb::ui::StatisticsPanel</name>
    <message>
        <source>%1 lines, %2 commands</source>
        <translation>%1 rader, %2 kommandon</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n time(s)</source>
        <translation>
            <numerusform>%1, %n gång</numerusform>
            <numerusform>%1, %n gånger</numerusform>
        </translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Namn</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Antal</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Misslyckade</translation>
    </message>
    <message>
        <source>Total time</source>
        <translation>Total tid</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>Längsta</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistik</translation>
    </message>
    <message>
        <source>Most used</source>
        <translation>Mest använda</translation>
    </message>
    <message>
        <source>Slowest</source>
        <translation>Långsammaste</translation>
    </message>
    <message>
        <source>Refused by rule</source>
        <translation>Nekat per regel</translation>
    </message>
    <message>
        <source>%1 lines, %2 commands; older ones, which are not kept here, do not count</source>
        <translation>%1 rader, %2 kommandon; äldre, som inte hålls här, räknas inte</translation>
    </message>
</context>
<context>
    <name>asb::ui::StatusStrip</name>
    <message>
        <source>No session</source>
        <translation>Ingen session</translation>
    </message>
    <message>
        <source>Mediation is lost: %1</source>
        <translation>Förmedlingen är förlorad: %1</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Startar</translation>
    </message>
    <message>
        <source>execd healthy</source>
        <translation>execd mår bra</translation>
    </message>
    <message>
        <source>Session ended</source>
        <translation>Sessionen är slut</translation>
    </message>
    <message>
        <source>nono %1</source>
        <comment>name of a program and its version</comment>
        <translation>nono %1</translation>
    </message>
    <message>
        <source>command profile %1</source>
        <translation>kommandoprofil %1</translation>
    </message>
    <message>
        <source>command profile %1 (changed since)</source>
        <translation>kommandoprofil %1 (ändrad sedan dess)</translation>
    </message>
    <message>
        <source>agent profile %1</source>
        <translation>agentprofil %1</translation>
    </message>
    <message>
        <source>agent profile %1 (changed since)</source>
        <translation>agentprofil %1 (ändrad sedan dess)</translation>
    </message>
</context>
<context>
    <name>asb::ui::StopSession</name>
    <message>
        <source>%1 was asked to end.</source>
        <translation>%1 ombads att sluta.</translation>
    </message>
    <message>
        <source>%1 does not end: process %2 is still there.</source>
        <translation>%1 slutar inte: process %2 finns kvar.</translation>
    </message>
    <message>
        <source>%1 did not end by itself and was killed.</source>
        <translation>%1 slutade inte av sig själv och dödades.</translation>
    </message>
    <message>
        <source>%1 did not answer and was ended by a signal.</source>
        <translation>%1 svarade inte och avslutades med en signal.</translation>
    </message>
    <message>
        <source>%1 has ended.</source>
        <translation>%1 har slutat.</translation>
    </message>
    <message>
        <source>No process of it is left.</source>
        <translation>Ingen process finns kvar.</translation>
    </message>
</context>
<context>
    <name>asb::ui::TrafficActions</name>
    <message>
        <source>More than %1 rows are selected: export them to a file instead.</source>
        <translation>Fler än %1 rader är valda: exportera dem till en fil i stället.</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) copied.</source>
        <translation>
            <numerusform>%n rad kopierad.</numerusform>
            <numerusform>%n rader kopierade.</numerusform>
        </translation>
    </message>
    <message>
        <source>Export what the filter shows</source>
        <translation>Exportera det filtret visar</translation>
    </message>
    <message>
        <source>Only %1</source>
        <translation>Bara %1</translation>
    </message>
    <message>
        <source>Not %1</source>
        <translation>Inte %1</translation>
    </message>
    <message>
        <source>Show others refused by this rule</source>
        <translation>Visa andra som regeln nekat</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>Detaljer</translation>
    </message>
    <message>
        <source>As at first</source>
        <translation>Som från början</translation>
    </message>
    <message>
        <source>&amp;Follow the newest row</source>
        <translation>&amp;Följ senaste raden</translation>
    </message>
    <message>
        <source>&amp;Copy command</source>
        <translation>&amp;Kopiera kommandot</translation>
    </message>
    <message>
        <source>Copy &amp;row</source>
        <translation>Kopiera &amp;raden</translation>
    </message>
    <message>
        <source>Copy as &amp;JSON</source>
        <translation>Kopiera som &amp;JSON</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>&amp;Exportera</translation>
    </message>
    <message>
        <source>As JSON lines…</source>
        <translation>Som JSON-rader …</translation>
    </message>
    <message>
        <source>As CSV…</source>
        <translation>Som CSV …</translation>
    </message>
    <message>
        <source>As Markdown…</source>
        <translation>Som Markdown …</translation>
    </message>
    <message>
        <source>C&amp;olumns</source>
        <translation>K&amp;olumner</translation>
    </message>
    <message>
        <source>&amp;Statistics</source>
        <translation>&amp;Statistik</translation>
    </message>
    <message>
        <source>Time, as it happens</source>
        <translation>Tid, som det händer</translation>
    </message>
    <message>
        <source>The other way &amp;round</source>
        <translation>&amp;Omvänt</translation>
    </message>
    <message>
        <source>Sort &amp;by</source>
        <translation>Sortera &amp;efter</translation>
    </message>
</context>
<context>
    <name>asb::ui::TrafficColumns</name>
    <message>
        <source>Time</source>
        <translation>Tid</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Kommando</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Utslag</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Tog</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Mapp</translation>
    </message>
    <message>
        <source>Called by</source>
        <translation>Anropad av</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Skäl</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU-tid</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Minne</translation>
    </message>
    <message>
        <source>Pid</source>
        <translation>PID</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Rad</translation>
    </message>
    <message>
        <source>line %1 (its start is not kept here any more)</source>
        <translation>rad %1 (dess början finns inte kvar här)</translation>
    </message>
    <message>
        <source>status %1</source>
        <translation>status %1</translation>
    </message>
    <message>
        <source>took %1</source>
        <translation>tog %1</translation>
    </message>
    <message>
        <source>reason: %1</source>
        <translation>skäl: %1</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>i %1</translation>
    </message>
    <message numerus="yes">
        <source>open, %n command(s)</source>
        <translation>
            <numerusform>öppen, %n kommando</numerusform>
            <numerusform>öppen, %n kommandon</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>closed, %n command(s)</source>
        <translation>
            <numerusform>stängd, %n kommando</numerusform>
            <numerusform>stängd, %n kommandon</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>asb::ui::TrafficPage::Parts</name>
    <message numerus="yes">
        <source>The filter finds none of %n row(s).</source>
        <translation>
            <numerusform>Filtret hittar inte den enda raden.</numerusform>
            <numerusform>Filtret hittar ingen av %n rader.</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Rensa filtret</translation>
    </message>
    <message>
        <source>No command yet. What the agent runs appears here.</source>
        <translation>Inget kommando än. Det agenten kör visas här.</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) exported.</source>
        <translation>
            <numerusform>%n rad exporterad.</numerusform>
            <numerusform>%n rader exporterade.</numerusform>
        </translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Kommandon</translation>
    </message>
    <message>
        <source>Go to the newest row</source>
        <translation>Gå till senaste raden</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportera</translation>
    </message>
    <message>
        <source>Exporting: %p%</source>
        <translation>Exporterar: %p%</translation>
    </message>
    <message>
        <source>Detail and statistics</source>
        <translation>Detaljer och statistik</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>Detaljer</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistik</translation>
    </message>
    <message numerus="yes">
        <source>The filter finds none of the newest %n row(s). Older ones are being searched…</source>
        <translation>
            <numerusform>Filtret hittar inte den senaste raden. Äldre genomsöks…</numerusform>
            <numerusform>Filtret hittar ingen av de %n senaste raderna. Äldre genomsöks…</numerusform>
        </translation>
    </message>
    <message>
        <source>The filter finds nothing in this session.</source>
        <translation>Filtret hittar ingenting i den här sessionen.</translation>
    </message>
    <message>
        <source>Older ones, which are not kept here, are not among them: `agent-sandbox log` has them all.</source>
        <translation>Äldre, som inte hålls här, är inte med: `agent-sandbox log` har alla.</translation>
    </message>
</context>
<context>
    <name>asb::ui::Tray</name>
    <message numerus="yes">
        <source>%1 (%n refused)</source>
        <translation>
            <numerusform>%1 (%n nekad)</numerusform>
            <numerusform>%1 (%n nekade)</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Visa</translation>
    </message>
    <message>
        <source>Stop…</source>
        <translation>Stoppa …</translation>
    </message>
    <message>
        <source>Start session</source>
        <translation>Starta session</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Välj en mapp …</translation>
    </message>
    <message>
        <source>Open window</source>
        <translation>Öppna fönstret</translation>
    </message>
    <message>
        <source>Pause notifications</source>
        <translation>Pausa meddelanden</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Avsluta</translation>
    </message>
    <message>
        <source>No session is running</source>
        <translation>Ingen session körs</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s)</source>
        <translation>
            <numerusform>%n session</numerusform>
            <numerusform>%n sessioner</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n refused</source>
        <translation>
            <numerusform>%n nekad</numerusform>
            <numerusform>%n nekade</numerusform>
        </translation>
    </message>
    <message>
        <source>mediation is lost</source>
        <translation>förmedlingen är förlorad</translation>
    </message>
    <message>
        <source>a question waits</source>
        <translation>en fråga väntar</translation>
    </message>
</context>
<context>
    <name>asb::ui::Viewer</name>
    <message>
        <source>Refused in %1</source>
        <translation>Nekat i %1</translation>
    </message>
    <message>
        <source>Mediation is lost in %1</source>
        <translation>Förmedlingen i %1 är förlorad</translation>
    </message>
    <message>
        <source>No further command of this session runs. End it and start it again.</source>
        <translation>Inga fler kommandon i sessionen körs. Avsluta den och starta om.</translation>
    </message>
    <message>
        <source>%1 asks</source>
        <translation>%1 frågar</translation>
    </message>
    <message>
        <source>A profile of %1 has changed</source>
        <translation>En profil i %1 har ändrats</translation>
    </message>
    <message>
        <source>The session has had its answer.</source>
        <translation>Sessionen har redan fått sitt svar.</translation>
    </message>
    <message>
        <source>Stop session</source>
        <translation>Stoppa session</translation>
    </message>
    <message>
        <source>Stop the session in %1?</source>
        <translation>Stoppa sessionen i %1?</translation>
    </message>
    <message>
        <source>The agent is asked to end; if it stays it is killed, with every command it started.</source>
        <translation>Agenten ombeds att sluta; stannar den kvar dödas den, med alla kommandon den startat.</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Stoppa</translation>
    </message>
    <message>
        <source>Delete from history</source>
        <translation>Radera ur historiken</translation>
    </message>
    <message>
        <source>Delete the record of the session in %1?</source>
        <translation>Radera protokollet för sessionen i %1?</translation>
    </message>
    <message>
        <source>Its commands, refusals and facts are gone then. nono&apos;s own record stays.</source>
        <translation>Kommandon, nekanden och uppgifter försvinner då. nonos eget protokoll blir kvar.</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Radera</translation>
    </message>
    <message>
        <source>The record was deleted.</source>
        <translation>Protokollet raderades.</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) were deleted from the history: over its limits.</source>
        <translation>
            <numerusform>%n session raderades ur historiken: över gränserna.</numerusform>
            <numerusform>%n sessioner raderades ur historiken: över gränserna.</numerusform>
        </translation>
    </message>
</context>
</TS>
