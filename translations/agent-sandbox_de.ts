<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>asb::ui::DetailPane</name>
    <message>
        <source>Select a row to see everything about it.</source>
        <translation>Wählen Sie eine Zeile, um alles über sie zu sehen.</translation>
    </message>
    <message>
        <source>%1, status %2</source>
        <comment>verdict and exit status</comment>
        <translation>%1, Status %2</translation>
    </message>
    <message>
        <source>“%1”</source>
        <comment>the profile&apos;s words, quoted</comment>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU-Zeit</translation>
    </message>
    <message>
        <source>%1 user, %2 system</source>
        <translation>%1 Benutzer, %2 System</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Richtlinie</translation>
    </message>
    <message>
        <source>Called by</source>
        <translation>Aufgerufen von</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Pid</source>
        <translation>PID</translation>
    </message>
    <message>
        <source>Parent</source>
        <translation>Elternprozess</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Gekürzt</translation>
    </message>
    <message>
        <source>nono&apos;s record:</source>
        <translation>Aufzeichnung von nono:</translation>
    </message>
    <message>
        <source>&amp;Open rule</source>
        <translation>Regel ö&amp;ffnen</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>As &amp;JSON</source>
        <translation>Als &amp;JSON</translation>
    </message>
    <message>
        <source>Show &amp;others refused by this rule</source>
        <translation>&amp;Andere zeigen, die diese Regel abgelehnt hat</translation>
    </message>
    <message>
        <source>Full text</source>
        <translation>Ganzer Text</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>Angaben</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Begründung</translation>
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
        <translation>Es wird geprüft, worauf Sitzungen in %1 bauen …</translation>
    </message>
    <message>
        <source>All is well for sessions in %1.</source>
        <translation>Für Sitzungen in %1 ist alles in Ordnung.</translation>
    </message>
    <message>
        <source>Something is wrong for sessions in %1:</source>
        <translation>Für Sitzungen in %1 stimmt etwas nicht:</translation>
    </message>
    <message>
        <source>What doctor says</source>
        <translation>Was doctor sagt</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Check &amp;again</source>
        <translation>&amp;Nochmals prüfen</translation>
    </message>
</context>
<context>
    <name>asb::ui::DraftsPanel</name>
    <message>
        <source>Promote a draft</source>
        <translation>Entwurf übernehmen</translation>
    </message>
    <message>
        <source>Make the draft %1 the profile in force?</source>
        <translation>Den Entwurf %1 zum geltenden Profil machen?</translation>
    </message>
    <message>
        <source>It applies to sessions that start from now on.</source>
        <translation>Er gilt für Sitzungen, die von nun an starten.</translation>
    </message>
    <message>
        <source>&amp;Promote</source>
        <translation>Ü&amp;bernehmen</translation>
    </message>
    <message>
        <source>Proposed changes of profiles. Nothing of them is in force until it is promoted.</source>
        <translation>Vorgeschlagene Änderungen an Profilen. Nichts davon gilt, bevor es übernommen ist.</translation>
    </message>
    <message>
        <source>No change of a profile is proposed.</source>
        <translation>Keine Änderung eines Profils ist vorgeschlagen.</translation>
    </message>
    <message>
        <source>Proposed changes of profiles</source>
        <translation>Vorgeschlagene Änderungen an Profilen</translation>
    </message>
    <message>
        <source>What nono says to the proposed change</source>
        <translation>Was nono zur vorgeschlagenen Änderung sagt</translation>
    </message>
    <message>
        <source>&amp;Open in editor</source>
        <translation>Im &amp;Editor öffnen</translation>
    </message>
    <message>
        <source>&amp;Promote…</source>
        <translation>Ü&amp;bernehmen …</translation>
    </message>
</context>
<context>
    <name>asb::ui::EmptyPage</name>
    <message>
        <source>No session yet</source>
        <translation>Noch keine Sitzung</translation>
    </message>
    <message>
        <source>No session can be started yet</source>
        <translation>Noch kann keine Sitzung gestartet werden</translation>
    </message>
    <message>
        <source>Start one here, or type this in a terminal, in the folder of your project:</source>
        <translation>Starten Sie eine hier, oder geben Sie dies in einem Terminal im Ordner Ihres Projekts ein:</translation>
    </message>
    <message>
        <source>Command that starts a session: %1</source>
        <translation>Befehl, der eine Sitzung startet: %1</translation>
    </message>
    <message>
        <source>Command that checks this machine: %1</source>
        <translation>Befehl, der diesen Rechner prüft: %1</translation>
    </message>
    <message>
        <source>Start session…</source>
        <translation>Sitzung starten …</translation>
    </message>
    <message>
        <source>Open doctor</source>
        <translation>Doctor öffnen</translation>
    </message>
</context>
<context>
    <name>asb::ui::FilterLine</name>
    <message>
        <source>Filter, for example: status!=0 cmd:git denied since:10m</source>
        <translation>Filter, zum Beispiel: status!=0 cmd:git denied since:10m</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>What is wrong with the filter</source>
        <translation>Was am Filter nicht stimmt</translation>
    </message>
</context>
<context>
    <name>asb::ui::LaunchView</name>
    <message>
        <source>Terminal opened</source>
        <translation>Terminal geöffnet</translation>
    </message>
    <message>
        <source>Arguments read</source>
        <translation>Argumente gelesen</translation>
    </message>
    <message>
        <source>Configuration read</source>
        <translation>Konfiguration gelesen</translation>
    </message>
    <message>
        <source>Programs found</source>
        <translation>Programme gefunden</translation>
    </message>
    <message>
        <source>Both profiles read</source>
        <translation>Beide Profile gelesen</translation>
    </message>
    <message>
        <source>Folders made</source>
        <translation>Ordner angelegt</translation>
    </message>
    <message>
        <source>Both profiles valid</source>
        <translation>Beide Profile gültig</translation>
    </message>
    <message>
        <source>Socket bound</source>
        <translation>Socket gebunden</translation>
    </message>
    <message>
        <source>Both sandboxes proved</source>
        <translation>Beide Sandboxes bewiesen</translation>
    </message>
    <message>
        <source>execd ready</source>
        <translation>execd bereit</translation>
    </message>
    <message>
        <source>Agent started</source>
        <translation>Agent gestartet</translation>
    </message>
    <message>
        <source>Session ended</source>
        <translation>Sitzung beendet</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1: failed</source>
        <translation>%1: fehlgeschlagen</translation>
    </message>
    <message>
        <source>Starting: %1</source>
        <translation>Startet: %1</translation>
    </message>
    <message>
        <source>Running: %1</source>
        <translation>Läuft: %1</translation>
    </message>
    <message>
        <source>Ended: %1</source>
        <translation>Beendet: %1</translation>
    </message>
    <message>
        <source>This did not start: %1</source>
        <translation>Dies ist nicht gestartet: %1</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>Steps of the launch</source>
        <translation>Schritte des Starts</translation>
    </message>
    <message>
        <source>What the command line would print</source>
        <translation>Was die Befehlszeile ausgeben würde</translation>
    </message>
    <message>
        <source>Answer of the agent</source>
        <translation>Antwort des Agenten</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Open &amp;doctor</source>
        <translation>&amp;Doctor öffnen</translation>
    </message>
    <message>
        <source>Show the &amp;session</source>
        <translation>&amp;Sitzung zeigen</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>S&amp;topp</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
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
        <translation>&amp;Sitzung</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Traffic</source>
        <translation>&amp;Verkehr</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Start session…</source>
        <translation>Sitzung &amp;starten …</translation>
    </message>
    <message>
        <source>S&amp;top…</source>
        <translation>S&amp;toppen …</translation>
    </message>
    <message>
        <source>&amp;Delete from history…</source>
        <translation>Aus dem &amp;Verlauf löschen …</translation>
    </message>
    <message>
        <source>Open d&amp;octor</source>
        <translation>D&amp;octor öffnen</translation>
    </message>
    <message>
        <source>S&amp;ettings…</source>
        <translation>&amp;Einstellungen …</translation>
    </message>
    <message>
        <source>&amp;Close window</source>
        <translation>Fenster s&amp;chließen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Refused</source>
        <translation>&amp;Abgelehnt</translation>
    </message>
    <message>
        <source>R&amp;unning</source>
        <translation>Lä&amp;uft</translation>
    </message>
    <message>
        <source>&amp;Profiles</source>
        <translation>&amp;Profile</translation>
    </message>
    <message>
        <source>&amp;Network</source>
        <translation>&amp;Netzwerk</translation>
    </message>
    <message>
        <source>&amp;List of sessions</source>
        <translation>&amp;Liste der Sitzungen</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>&amp;Filter</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;About agent-sandbox</source>
        <translation>&amp;Über agent-sandbox</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>This desktop has no tray, so closing the window ends the viewer.</source>
        <translation>Dieser Desktop hat keinen Infobereich; das Schließen des Fensters beendet deshalb die Anzeige.</translation>
    </message>
    <message>
        <source>The sessions go on. `agent-sandbox` opens the window again, with everything that happened meanwhile.</source>
        <translation>Die Sitzungen laufen weiter. `agent-sandbox` öffnet das Fenster wieder, mit allem, was inzwischen geschehen ist.</translation>
    </message>
    <message>
        <source>Space	Pause or follow</source>
        <translation>Leertaste	Anhalten oder folgen</translation>
    </message>
    <message>
        <source>End	Go to the newest row</source>
        <translation>Ende	Zur neuesten Zeile</translation>
    </message>
    <message>
        <source>Enter	Detail of the row</source>
        <translation>Eingabe	Einzelheiten der Zeile</translation>
    </message>
    <message>
        <source>Left, Right	Close or open a line</source>
        <translation>Links, Rechts	Zeile schließen oder öffnen</translation>
    </message>
    <message>
        <source>Esc	Clear the filter</source>
        <translation>Esc	Filter leeren</translation>
    </message>
    <message>
        <source>Delete	Delete the chosen session</source>
        <translation>Entf	Gewählte Sitzung löschen</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>About agent-sandbox</source>
        <translation>Über agent-sandbox</translation>
    </message>
    <message>
        <source>agent-sandbox %1</source>
        <translation>agent-sandbox %1</translation>
    </message>
    <message>
        <source>Runs a coding agent in a sandbox and shows every command it issues, every refusal and the reason that the profile gives.</source>
        <translation>Führt einen Programmieragenten in einer Sandbox aus und zeigt jeden seiner Befehle, jede Ablehnung und die Begründung des Profils.</translation>
    </message>
</context>
<context>
    <name>asb::ui::NetworkPage</name>
    <message>
        <source>%1, this machine (loopback)</source>
        <translation>%1, dieser Rechner (Loopback)</translation>
    </message>
    <message>
        <source>%1, another machine</source>
        <translation>%1, ein anderer Rechner</translation>
    </message>
    <message>
        <source>its profile cannot be read</source>
        <translation>ihr Profil kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>not restricted</source>
        <translation>nicht beschränkt</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>geschlossen</translation>
    </message>
    <message>
        <source>filtered by nono</source>
        <translation>von nono gefiltert</translation>
    </message>
    <message>
        <source>only %1</source>
        <translation>nur %1</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>Sandbox</source>
        <translation>Sandbox</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>Network targets that nono reported</source>
        <translation>Netzwerkziele, die nono gemeldet hat</translation>
    </message>
    <message>
        <source>The agent&apos;s network: %1
The commands&apos; network: %2</source>
        <translation>Netzwerk des Agenten: %1
Netzwerk der Befehle: %2</translation>
    </message>
    <message>
        <source>nono has reported nothing about the network of this session. It reports what it refuses, and what passes its proxy when the session has ended; a closed network reports nothing.</source>
        <translation>nono hat nichts über das Netzwerk dieser Sitzung gemeldet. Gemeldet wird, was abgelehnt wird, und nach dem Ende der Sitzung, was durch den Proxy ging; ein geschlossenes Netzwerk meldet nichts.</translation>
    </message>
    <message>
        <source>agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>%1, port %2, %3, by the %4</source>
        <comment>target, port, decision, sandbox</comment>
        <translation>%1, Port %2, %3, durch %4</translation>
    </message>
</context>
<context>
    <name>asb::ui::NewRowsPill</name>
    <message>
        <source>Go to the newest row</source>
        <translation>Zur neuesten Zeile</translation>
    </message>
    <message numerus="yes">
        <source>%n new row(s), not filtered yet</source>
        <translation>
            <numerusform>%n neue Zeile, noch nicht gefiltert</numerusform>
            <numerusform>%n neue Zeilen, noch nicht gefiltert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new row(s)</source>
        <translation>
            <numerusform>%n neue Zeile</numerusform>
            <numerusform>%n neue Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>Sorted: back to the order of time</source>
        <translation>Sortiert: zurück zur zeitlichen Folge</translation>
    </message>
</context>
<context>
    <name>asb::ui::OlderRows</name>
    <message>
        <source>Older rows than these are in the session&apos;s store: a filter finds them, and the settings say how many rows are kept here.</source>
        <translation>Ältere Zeilen als diese stehen im Speicher der Sitzung: ein Filter findet sie, und die Einstellungen sagen, wie viele Zeilen hier gehalten werden.</translation>
    </message>
</context>
<context>
    <name>asb::ui::PlainText</name>
    <message numerus="yes">
        <source> (%n line(s))</source>
        <comment>length of a here-document, behind the command that reads it</comment>
        <translation>
            <numerusform> (%n Zeile)</numerusform>
            <numerusform> (%n Zeilen)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>asb::ui::PossibleModel</name>
    <message>
        <source>%1, failed with %2, may have been refused %3</source>
        <translation>%1, mit %2 gescheitert, vielleicht abgelehnt %3</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
</context>
<context>
    <name>asb::ui::ProfilePanel</name>
    <message>
        <source>&amp;Open in editor</source>
        <translation>Im &amp;Editor öffnen</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>Profile</translation>
    </message>
    <message>
        <source>Rules and grants</source>
        <translation>Regeln und Rechte</translation>
    </message>
    <message>
        <source>Difference •</source>
        <comment>the mark means: there is one</comment>
        <translation>Unterschied •</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wenn</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Rules and grants of the profile</source>
        <translation>Regeln und Rechte des Profils</translation>
    </message>
    <message>
        <source>Difference to the profile in force</source>
        <translation>Unterschied zum geltenden Profil</translation>
    </message>
    <message>
        <source>nono is checking it…</source>
        <translation>nono prüft es …</translation>
    </message>
    <message>
        <source>Valid, says nono.</source>
        <translation>Gültig, sagt nono.</translation>
    </message>
    <message>
        <source>Not valid: %1</source>
        <translation>Nicht gültig: %1</translation>
    </message>
    <message>
        <source>The file is not there any more; shown is what the session found.</source>
        <translation>Die Datei gibt es nicht mehr; gezeigt wird, was die Sitzung vorfand.</translation>
    </message>
    <message>
        <source>The file is not there any more.</source>
        <translation>Die Datei gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>It cannot be read: %1</source>
        <translation>Es kann nicht gelesen werden: %1</translation>
    </message>
    <message>
        <source>Changed since the session started: %1. It applies to the next session.</source>
        <translation>Seit dem Start der Sitzung geändert: %1. Es gilt für die nächste Sitzung.</translation>
    </message>
    <message>
        <source>Changed since the session started. It applies to the next session.</source>
        <translation>Seit dem Start der Sitzung geändert. Es gilt für die nächste Sitzung.</translation>
    </message>
    <message>
        <source>from a line of the agent</source>
        <translation>aus einer Zeile des Agenten</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>aus %1</translation>
    </message>
    <message>
        <source>deny</source>
        <translation>ablehnen</translation>
    </message>
    <message>
        <source>otherwise</source>
        <translation>sonst</translation>
    </message>
    <message>
        <source>Files: %1</source>
        <translation>Dateien: %1</translation>
    </message>
    <message>
        <source>not restricted</source>
        <translation>nicht beschränkt</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>geschlossen</translation>
    </message>
    <message>
        <source>by name of host</source>
        <translation>nach Namen des Rechners</translation>
    </message>
    <message>
        <source>allowed: %1</source>
        <translation>erlaubt: %1</translation>
    </message>
    <message>
        <source>denied: %1</source>
        <translation>abgelehnt: %1</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netzwerk</translation>
    </message>
    <message>
        <source>every variable passes</source>
        <translation>jede Variable wird durchgelassen</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>This session kept no copy of the profile, so there is nothing to compare.</source>
        <translation>Diese Sitzung hat keine Kopie des Profils behalten, es gibt also nichts zu vergleichen.</translation>
    </message>
    <message>
        <source>The same as the one in force.</source>
        <translation>Dasselbe wie das geltende.</translation>
    </message>
    <message numerus="yes">
        <source>  … %n equal line(s)</source>
        <translation>
            <numerusform>  … %n gleiche Zeile</numerusform>
            <numerusform>  … %n gleiche Zeilen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>asb::ui::ProfilesPage</name>
    <message>
        <source>exactly: %1</source>
        <translation>genau: %1</translation>
    </message>
    <message>
        <source>begins with: %1</source>
        <translation>beginnt mit: %1</translation>
    </message>
    <message>
        <source>contains: %1</source>
        <translation>enthält: %1</translation>
    </message>
    <message>
        <source>variable %1</source>
        <translation>Variable %1</translation>
    </message>
    <message>
        <source>anything</source>
        <translation>alles</translation>
    </message>
    <message>
        <source>%1 (changed)</source>
        <translation>%1 (geändert)</translation>
    </message>
    <message>
        <source>Command profile</source>
        <translation>Befehlsprofil</translation>
    </message>
    <message>
        <source>Agent profile</source>
        <translation>Agentenprofil</translation>
    </message>
    <message>
        <source>Drafts %1</source>
        <translation>Entwürfe %1</translation>
    </message>
    <message>
        <source>Drafts</source>
        <translation>Entwürfe</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>Profile</translation>
    </message>
</context>
<context>
    <name>asb::ui::QuitDialog</name>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) are running: %1.</source>
        <translation>
            <numerusform>%n Sitzung läuft: %1.</numerusform>
            <numerusform>%n Sitzungen laufen: %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>They can go on without the viewer. `agent-sandbox` opens it again.</source>
        <translation>Sie können ohne die Anzeige weiterlaufen. `agent-sandbox` öffnet sie wieder.</translation>
    </message>
    <message>
        <source>&amp;Leave them running</source>
        <translation>&amp;Weiterlaufen lassen</translation>
    </message>
    <message>
        <source>&amp;Stop them</source>
        <translation>&amp;Stoppen</translation>
    </message>
</context>
<context>
    <name>asb::ui::RefusedModel</name>
    <message numerus="yes">
        <source>%1, refused %n time(s), last at %2</source>
        <translation>
            <numerusform>%1, %n-mal abgelehnt, zuletzt um %2</numerusform>
            <numerusform>%1, %n-mal abgelehnt, zuletzt um %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Reason and commands</source>
        <translation>Begründung und Befehle</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Zuletzt</translation>
    </message>
</context>
<context>
    <name>asb::ui::RefusedPage::Parts</name>
    <message>
        <source>These failed by themselves and may have met the sandbox, which nono does not log.</source>
        <translation>Diese sind von selbst gescheitert und vielleicht an die Sandbox gestoßen; nono zeichnet das nicht auf.</translation>
    </message>
    <message>
        <source>No failure that looks like a refusal.</source>
        <translation>Kein Fehler, der nach einer Ablehnung aussieht.</translation>
    </message>
    <message>
        <source>Asking nono…</source>
        <translation>nono wird gefragt …</translation>
    </message>
    <message>
        <source>Refusals by rule</source>
        <translation>Ablehnungen nach Regel</translation>
    </message>
    <message>
        <source>Possible refusals</source>
        <translation>Mögliche Ablehnungen</translation>
    </message>
    <message>
        <source>nono&apos;s answer</source>
        <translation>Antwort von nono</translation>
    </message>
    <message>
        <source>Nothing refused so far.</source>
        <translation>Bisher nichts abgelehnt.</translation>
    </message>
    <message>
        <source>&amp;Open rule</source>
        <translation>Regel ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Show in &amp;traffic</source>
        <translation>Im &amp;Verkehr zeigen</translation>
    </message>
    <message>
        <source>&amp;Looked at</source>
        <translation>&amp;Angesehen</translation>
    </message>
    <message>
        <source>Ask nono &amp;why</source>
        <translation>nono fragen, &amp;warum</translation>
    </message>
</context>
<context>
    <name>asb::ui::ReloadPanel</name>
    <message>
        <source>A changed profile is not valid, so nothing is started with it: %1</source>
        <translation>Ein geändertes Profil ist nicht gültig, deshalb wird nichts damit gestartet: %1</translation>
    </message>
    <message>
        <source>Start &amp;again with it</source>
        <translation>Damit &amp;neu starten</translation>
    </message>
    <message>
        <source>Show &amp;difference</source>
        <translation>&amp;Unterschied zeigen</translation>
    </message>
    <message>
        <source>Open in &amp;editor</source>
        <translation>Im &amp;Editor öffnen</translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation>&amp;Später</translation>
    </message>
    <message>
        <source>Question about changed profiles</source>
        <translation>Frage zu geänderten Profilen</translation>
    </message>
</context>
<context>
    <name>asb::ui::RowState</name>
    <message>
        <source>timed out</source>
        <translation>Zeit überschritten</translation>
    </message>
    <message>
        <source>client lost</source>
        <translation>Aufrufer verloren</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>abgestürzt</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>gap</source>
        <translation>Lücke</translation>
    </message>
    <message>
        <source>session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>A proof failed: </source>
        <translation>Ein Beweis ist gescheitert: </translation>
    </message>
    <message>
        <source>Refused by the agent&apos;s shell: </source>
        <translation>Von der Shell des Agenten abgelehnt: </translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>erlaubt</translation>
    </message>
    <message>
        <source>allowed by policy</source>
        <translation>durch Richtlinie erlaubt</translation>
    </message>
    <message>
        <source>allowed by %1</source>
        <translation>erlaubt durch %1</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>left running</source>
        <translation>läuft weiter</translation>
    </message>
    <message>
        <source>The session is ready</source>
        <translation>Die Sitzung ist bereit</translation>
    </message>
    <message>
        <source>The agent has ended</source>
        <translation>Der Agent ist beendet</translation>
    </message>
    <message>
        <source>The session is being ended</source>
        <translation>Die Sitzung wird beendet</translation>
    </message>
    <message>
        <source>The session has ended</source>
        <translation>Die Sitzung ist beendet</translation>
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
        <translation>Zeile</translation>
    </message>
    <message>
        <source>command, own sandbox</source>
        <translation>Befehl, eigene Sandbox</translation>
    </message>
    <message>
        <source>command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>left running</source>
        <translation>läuft weiter</translation>
    </message>
    <message>
        <source>process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>%1, %2, for %3</source>
        <translation>%1, %2, seit %3</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Running for</source>
        <translation>Läuft seit</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU-Zeit</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
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
        <translation>Nichts läuft.</translation>
    </message>
    <message>
        <source>The session has ended; nothing of it runs.</source>
        <translation>Die Sitzung ist beendet; nichts davon läuft.</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) running</source>
        <translation>
            <numerusform>%n Zeile läuft</numerusform>
            <numerusform>%n Zeilen laufen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n process(es) left running</source>
        <translation>
            <numerusform>%n Prozess läuft weiter</numerusform>
            <numerusform>%n Prozesse laufen weiter</numerusform>
        </translation>
    </message>
    <message>
        <source>Told to end: %1</source>
        <translation>Zum Beenden aufgefordert: %1</translation>
    </message>
    <message>
        <source>End what was left running</source>
        <translation>Übriggebliebenes beenden</translation>
    </message>
    <message numerus="yes">
        <source>End all %n process(es) that earlier lines left running?</source>
        <translation>
            <numerusform>Den Prozess beenden, den eine frühere Zeile zurückgelassen hat?</numerusform>
            <numerusform>Alle %n Prozesse beenden, die frühere Zeilen zurückgelassen haben?</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;End all</source>
        <translation>Alle &amp;beenden</translation>
    </message>
    <message>
        <source>What was left running has been told to end.</source>
        <translation>Übriggebliebenes wurde zum Beenden aufgefordert.</translation>
    </message>
    <message>
        <source>Running commands and processes</source>
        <translation>Laufende Befehle und Prozesse</translation>
    </message>
    <message>
        <source>&amp;End</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>End &amp;all left running</source>
        <translation>&amp;Alles Übriggebliebene beenden</translation>
    </message>
</context>
<context>
    <name>asb::ui::SessionLauncher</name>
    <message>
        <source>A session did not start: %1</source>
        <translation>Eine Sitzung ist nicht gestartet: %1</translation>
    </message>
</context>
<context>
    <name>asb::ui::SessionPage</name>
    <message>
        <source>nono cannot verify it: %1</source>
        <translation>nono kann es nicht prüfen: %1</translation>
    </message>
    <message>
        <source>nono&apos;s record is complete and unchanged.</source>
        <translation>Die Aufzeichnung von nono ist vollständig und unverändert.</translation>
    </message>
    <message>
        <source>nono&apos;s record does not match: %1</source>
        <translation>Die Aufzeichnung von nono stimmt nicht überein: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n entries</source>
        <translation>
            <numerusform>%n Eintrag</numerusform>
            <numerusform>%n Einträge</numerusform>
        </translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Facts of the session</source>
        <translation>Angaben zur Sitzung</translation>
    </message>
    <message>
        <source>&amp;Copy all</source>
        <translation>Alles &amp;kopieren</translation>
    </message>
    <message>
        <source>&amp;Export log…</source>
        <translation>Protokoll &amp;exportieren …</translation>
    </message>
    <message>
        <source>&amp;Verify nono&apos;s record</source>
        <translation>Aufzeichnung von nono &amp;prüfen</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Its program was killed before it could write one down</source>
        <translation>Ihr Programm wurde beendet, bevor es eines festhalten konnte</translation>
    </message>
    <message>
        <source>Exit status</source>
        <translation>Exit-Status</translation>
    </message>
    <message>
        <source>Mediation lost</source>
        <translation>Vermittlung verloren</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Refused commands</source>
        <translation>Abgelehnte Befehle</translation>
    </message>
    <message>
        <source>Proved at the start</source>
        <translation>Beim Start bewiesen</translation>
    </message>
    <message>
        <source>nono</source>
        <translation>nono</translation>
    </message>
    <message>
        <source>Agent sandbox</source>
        <translation>Agenten-Sandbox</translation>
    </message>
    <message>
        <source>Command sandbox</source>
        <translation>Befehls-Sandbox</translation>
    </message>
    <message>
        <source>Agent profile</source>
        <translation>Agentenprofil</translation>
    </message>
    <message>
        <source>Command profile</source>
        <translation>Befehlsprofil</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>nono&apos;s record</source>
        <translation>Aufzeichnung von nono</translation>
    </message>
    <message>
        <source>Possible when the session has ended</source>
        <translation>Möglich, wenn die Sitzung beendet ist</translation>
    </message>
    <message>
        <source>The facts of the session were copied.</source>
        <translation>Die Angaben zur Sitzung wurden kopiert.</translation>
    </message>
    <message>
        <source>Export log</source>
        <translation>Protokoll exportieren</translation>
    </message>
    <message>
        <source>JSON lines (*.jsonl)</source>
        <translation>JSON-Zeilen (*.jsonl)</translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) were written to %1.</source>
        <translation>
            <numerusform>%n Eintrag wurde nach %1 geschrieben.</numerusform>
            <numerusform>%n Einträge wurden nach %1 geschrieben.</numerusform>
        </translation>
    </message>
    <message>
        <source>nono is verifying its record…</source>
        <translation>nono prüft seine Aufzeichnung …</translation>
    </message>
    <message>
        <source>can read %1</source>
        <translation>Lesen möglich: %1</translation>
    </message>
    <message>
        <source>cannot read %1</source>
        <translation>Lesen verweigert: %1</translation>
    </message>
    <message>
        <source>cannot write %1</source>
        <translation>Schreiben verweigert: %1</translation>
    </message>
    <message>
        <source>can execute %1</source>
        <translation>Ausführen möglich: %1</translation>
    </message>
    <message>
        <source>cannot connect to %1</source>
        <translation>Verbindung verweigert: %1</translation>
    </message>
    <message>
        <source>can connect to %1</source>
        <translation>Verbindung möglich: %1</translation>
    </message>
</context>
<context>
    <name>asb::ui::SessionPages</name>
    <message>
        <source>Traffic</source>
        <translation>Verkehr</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Profiles •</source>
        <comment>the mark means: changed</comment>
        <translation>Profile •</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>Profile</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netzwerk</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>A profile has changed since this session started. It applies to the next one.</source>
        <translation>Ein Profil hat sich seit dem Start dieser Sitzung geändert. Es gilt für die nächste.</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
</context>
<context>
    <name>asb::ui::Settings</name>
    <message>
        <source>The settings could not be read and are back at their defaults: %1. The old file is kept as %2.</source>
        <translation>Die Einstellungen konnten nicht gelesen werden und stehen auf den Vorgaben: %1. Die alte Datei liegt in %2.</translation>
    </message>
    <message>
        <source>The settings could not be read and are back at their defaults: %1.</source>
        <translation>Die Einstellungen konnten nicht gelesen werden und stehen auf den Vorgaben: %1.</translation>
    </message>
    <message>
        <source>The settings could not be saved: %1</source>
        <translation>Die Einstellungen konnten nicht gespeichert werden: %1</translation>
    </message>
</context>
<context>
    <name>asb::ui::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>General</source>
        <translation>Allgemein</translation>
    </message>
    <message>
        <source>Notify me of</source>
        <translation>Benachrichtigen bei</translation>
    </message>
    <message>
        <source>Memory and history</source>
        <translation>Speicher und Verlauf</translation>
    </message>
    <message>
        <source>&amp;Theme:</source>
        <translation>&amp;Aussehen:</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>Wie der Desktop</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>&amp;Sprache:</translation>
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
        <translation>Bei der Anmeldung s&amp;tarten</translation>
    </message>
    <message>
        <source>the first &amp;refusal of each rule</source>
        <translation>der ersten Able&amp;hnung jeder Regel</translation>
    </message>
    <message>
        <source>a &amp;question that waits</source>
        <translation>einer &amp;Frage, die wartet</translation>
    </message>
    <message>
        <source>a session whose &amp;mediation is lost</source>
        <translation>einer Sitzung, deren &amp;Vermittlung verloren ist</translation>
    </message>
    <message>
        <source>a &amp;profile that has changed when a session ends</source>
        <translation>einem &amp;Profil, das am Ende einer Sitzung geändert ist</translation>
    </message>
    <message>
        <source>Ro&amp;ws kept in memory:</source>
        <translation>&amp;Zeilen im Speicher:</translation>
    </message>
    <message>
        <source>Keep sessions f&amp;or:</source>
        <translation>Sitzungen be&amp;halten:</translation>
    </message>
    <message>
        <source> days</source>
        <translation> Tage</translation>
    </message>
    <message>
        <source>Keep &amp;at most:</source>
        <translation>&amp;Höchstens behalten:</translation>
    </message>
    <message>
        <source> MB</source>
        <translation> MB</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
</context>
<context>
    <name>asb::ui::Sidebar</name>
    <message>
        <source>Sessions</source>
        <translation>Sitzungen</translation>
    </message>
    <message>
        <source>Stop…</source>
        <translation>Stoppen …</translation>
    </message>
    <message>
        <source>Delete from history…</source>
        <translation>Aus dem Verlauf löschen …</translation>
    </message>
</context>
<context>
    <name>asb::ui::SidebarModel</name>
    <message numerus="yes">
        <source>%n refused</source>
        <comment>badge of a session</comment>
        <translation>
            <numerusform>%n abgelehnt</numerusform>
            <numerusform>%n abgelehnt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n Tag</numerusform>
            <numerusform>%n Tage</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · ended %2</source>
        <comment>agent, time or date</comment>
        <translation>%1 · beendet %2</translation>
    </message>
    <message>
        <source>Mediation is lost</source>
        <translation>Vermittlung verloren</translation>
    </message>
    <message numerus="yes">
        <source>%n command(s)</source>
        <translation>
            <numerusform>%n Befehl</numerusform>
            <numerusform>%n Befehle</numerusform>
        </translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>beendet</translation>
    </message>
    <message numerus="yes">
        <source>%n refusal(s) not looked at</source>
        <translation>
            <numerusform>%n Ablehnung nicht angesehen</numerusform>
            <numerusform>%n Ablehnungen nicht angesehen</numerusform>
        </translation>
    </message>
    <message>
        <source>a question waits</source>
        <translation>eine Frage wartet</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sitzungen</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>Früher</translation>
    </message>
    <message>
        <source>Show fewer</source>
        <translation>Weniger zeigen</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s)…</source>
        <translation>
            <numerusform>%n Sitzung …</numerusform>
            <numerusform>%n Sitzungen …</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>asb::ui::StartDialog</name>
    <message>
        <source>Start session</source>
        <translation>Sitzung starten</translation>
    </message>
    <message>
        <source>&amp;Folder:</source>
        <translation>&amp;Ordner:</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>&amp;Durchsuchen …</translation>
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
        <translation>Demo: ein Agent nach Drehbuch, ohne Konto</translation>
    </message>
    <message>
        <source>A&amp;rguments:</source>
        <translation>A&amp;rgumente:</translation>
    </message>
    <message>
        <source>for the agent itself, for example --model opus</source>
        <translation>für den Agenten selbst, zum Beispiel --model opus</translation>
    </message>
    <message>
        <source>&amp;Environment files:</source>
        <translation>&amp;Umgebungsdateien:</translation>
    </message>
    <message>
        <source>Environment files</source>
        <translation>Umgebungsdateien</translation>
    </message>
    <message>
        <source>A&amp;dd…</source>
        <translation>&amp;Hinzufügen …</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Open in a &amp;terminal</source>
        <translation>In einem &amp;Terminal öffnen</translation>
    </message>
    <message>
        <source>&amp;One prompt, answer shown here</source>
        <translation>&amp;Eine Anfrage, Antwort hier</translation>
    </message>
    <message>
        <source>&amp;Prompt:</source>
        <translation>A&amp;nfrage:</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Starten</translation>
    </message>
    <message>
        <source>Folder of the project</source>
        <translation>Ordner des Projekts</translation>
    </message>
    <message>
        <source>Environment file</source>
        <translation>Umgebungsdatei</translation>
    </message>
    <message>
        <source>Name the folder of the project.</source>
        <translation>Nennen Sie den Ordner des Projekts.</translation>
    </message>
    <message>
        <source>%1 is not a folder.</source>
        <translation>%1 ist kein Ordner.</translation>
    </message>
    <message>
        <source>Arguments: %1.</source>
        <translation>Argumente: %1.</translation>
    </message>
    <message>
        <source>Write the prompt that the agent shall answer.</source>
        <translation>Schreiben Sie die Anfrage, die der Agent beantworten soll.</translation>
    </message>
</context>
<context>
    <name>asb::ui::StatisticsPanel</name>
    <message>
        <source>%1 lines, %2 commands</source>
        <translation>%1 Zeilen, %2 Befehle</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n time(s)</source>
        <translation>
            <numerusform>%1, %n-mal</numerusform>
            <numerusform>%1, %n-mal</numerusform>
        </translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Total time</source>
        <translation>Gesamtzeit</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>Längste</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistik</translation>
    </message>
    <message>
        <source>Most used</source>
        <translation>Am häufigsten</translation>
    </message>
    <message>
        <source>Slowest</source>
        <translation>Am langsamsten</translation>
    </message>
    <message>
        <source>Refused by rule</source>
        <translation>Von Regeln abgelehnt</translation>
    </message>
    <message>
        <source>%1 lines, %2 commands; older ones, which are not kept here, do not count</source>
        <translation>%1 Zeilen, %2 Befehle; ältere, die hier nicht gehalten werden, zählen nicht mit</translation>
    </message>
</context>
<context>
    <name>asb::ui::StatusStrip</name>
    <message>
        <source>No session</source>
        <translation>Keine Sitzung</translation>
    </message>
    <message>
        <source>Mediation is lost: %1</source>
        <translation>Vermittlung verloren: %1</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Startet</translation>
    </message>
    <message>
        <source>execd healthy</source>
        <translation>execd läuft</translation>
    </message>
    <message>
        <source>Session ended</source>
        <translation>Sitzung beendet</translation>
    </message>
    <message>
        <source>nono %1</source>
        <comment>name of a program and its version</comment>
        <translation>nono %1</translation>
    </message>
    <message>
        <source>command profile %1</source>
        <translation>Befehlsprofil %1</translation>
    </message>
    <message>
        <source>command profile %1 (changed since)</source>
        <translation>Befehlsprofil %1 (seither geändert)</translation>
    </message>
    <message>
        <source>agent profile %1</source>
        <translation>Agentenprofil %1</translation>
    </message>
    <message>
        <source>agent profile %1 (changed since)</source>
        <translation>Agentenprofil %1 (seither geändert)</translation>
    </message>
</context>
<context>
    <name>asb::ui::StopSession</name>
    <message>
        <source>%1 was asked to end.</source>
        <translation>%1 wurde gebeten zu enden.</translation>
    </message>
    <message>
        <source>%1 does not end: process %2 is still there.</source>
        <translation>%1 endet nicht: Prozess %2 ist noch da.</translation>
    </message>
    <message>
        <source>%1 did not end by itself and was killed.</source>
        <translation>%1 hat nicht von selbst geendet und wurde abgebrochen.</translation>
    </message>
    <message>
        <source>%1 did not answer and was ended by a signal.</source>
        <translation>%1 hat nicht geantwortet und wurde durch ein Signal beendet.</translation>
    </message>
    <message>
        <source>%1 has ended.</source>
        <translation>%1 ist beendet.</translation>
    </message>
    <message>
        <source>No process of it is left.</source>
        <translation>Kein Prozess davon ist übrig.</translation>
    </message>
</context>
<context>
    <name>asb::ui::TrafficActions</name>
    <message>
        <source>More than %1 rows are selected: export them to a file instead.</source>
        <translation>Mehr als %1 Zeilen sind ausgewählt: exportieren Sie sie in eine Datei.</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) copied.</source>
        <translation>
            <numerusform>%n Zeile kopiert.</numerusform>
            <numerusform>%n Zeilen kopiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Export what the filter shows</source>
        <translation>Exportieren, was der Filter zeigt</translation>
    </message>
    <message>
        <source>Only %1</source>
        <translation>Nur %1</translation>
    </message>
    <message>
        <source>Not %1</source>
        <translation>Nicht %1</translation>
    </message>
    <message>
        <source>Show others refused by this rule</source>
        <translation>Andere zeigen, die diese Regel abgelehnt hat</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>As at first</source>
        <translation>Wie zu Beginn</translation>
    </message>
    <message>
        <source>&amp;Follow the newest row</source>
        <translation>Der neuesten Zeile &amp;folgen</translation>
    </message>
    <message>
        <source>&amp;Copy command</source>
        <translation>Befehl &amp;kopieren</translation>
    </message>
    <message>
        <source>Copy &amp;row</source>
        <translation>&amp;Zeile kopieren</translation>
    </message>
    <message>
        <source>Copy as &amp;JSON</source>
        <translation>Als &amp;JSON kopieren</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>&amp;Exportieren</translation>
    </message>
    <message>
        <source>As JSON lines…</source>
        <translation>Als JSON-Zeilen …</translation>
    </message>
    <message>
        <source>As CSV…</source>
        <translation>Als CSV …</translation>
    </message>
    <message>
        <source>As Markdown…</source>
        <translation>Als Markdown …</translation>
    </message>
    <message>
        <source>C&amp;olumns</source>
        <translation>S&amp;palten</translation>
    </message>
    <message>
        <source>&amp;Statistics</source>
        <translation>&amp;Statistik</translation>
    </message>
    <message>
        <source>Time, as it happens</source>
        <translation>Zeit, wie es geschieht</translation>
    </message>
    <message>
        <source>The other way &amp;round</source>
        <translation>&amp;Umgekehrt</translation>
    </message>
    <message>
        <source>Sort &amp;by</source>
        <translation>So&amp;rtieren nach</translation>
    </message>
</context>
<context>
    <name>asb::ui::TrafficColumns</name>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Called by</source>
        <translation>Aufgerufen von</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU-Zeit</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Pid</source>
        <translation>PID</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>line %1 (its start is not kept here any more)</source>
        <translation>Zeile %1 (ihr Anfang ist hier nicht mehr vorhanden)</translation>
    </message>
    <message>
        <source>status %1</source>
        <translation>Status %1</translation>
    </message>
    <message>
        <source>took %1</source>
        <translation>dauerte %1</translation>
    </message>
    <message>
        <source>reason: %1</source>
        <translation>Begründung: %1</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message numerus="yes">
        <source>open, %n command(s)</source>
        <translation>
            <numerusform>offen, %n Befehl</numerusform>
            <numerusform>offen, %n Befehle</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>closed, %n command(s)</source>
        <translation>
            <numerusform>geschlossen, %n Befehl</numerusform>
            <numerusform>geschlossen, %n Befehle</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>asb::ui::TrafficPage::Parts</name>
    <message numerus="yes">
        <source>The filter finds none of %n row(s).</source>
        <translation>
            <numerusform>Der Filter findet die eine Zeile nicht.</numerusform>
            <numerusform>Der Filter findet keine von %n Zeilen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Filter leeren</translation>
    </message>
    <message>
        <source>No command yet. What the agent runs appears here.</source>
        <translation>Noch kein Befehl. Was der Agent ausführt, erscheint hier.</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) exported.</source>
        <translation>
            <numerusform>%n Zeile exportiert.</numerusform>
            <numerusform>%n Zeilen exportiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Go to the newest row</source>
        <translation>Zur neuesten Zeile</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Exporting: %p%</source>
        <translation>Exportiert: %p%</translation>
    </message>
    <message>
        <source>Detail and statistics</source>
        <translation>Einzelheiten und Statistik</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistik</translation>
    </message>
    <message numerus="yes">
        <source>The filter finds none of the newest %n row(s). Older ones are being searched…</source>
        <translation>
            <numerusform>Der Filter findet die neueste Zeile nicht. Ältere werden durchsucht…</numerusform>
            <numerusform>Der Filter findet keine der neuesten %n Zeilen. Ältere werden durchsucht…</numerusform>
        </translation>
    </message>
    <message>
        <source>The filter finds nothing in this session.</source>
        <translation>Der Filter findet nichts in dieser Sitzung.</translation>
    </message>
    <message>
        <source>Older ones, which are not kept here, are not among them: `agent-sandbox log` has them all.</source>
        <translation>Ältere, die hier nicht gehalten werden, sind nicht dabei: `agent-sandbox log` hat sie alle.</translation>
    </message>
</context>
<context>
    <name>asb::ui::Tray</name>
    <message numerus="yes">
        <source>%1 (%n refused)</source>
        <translation>
            <numerusform>%1 (%n abgelehnt)</numerusform>
            <numerusform>%1 (%n abgelehnt)</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Stop…</source>
        <translation>Stoppen …</translation>
    </message>
    <message>
        <source>Start session</source>
        <translation>Sitzung starten</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Ordner wählen …</translation>
    </message>
    <message>
        <source>Open window</source>
        <translation>Fenster öffnen</translation>
    </message>
    <message>
        <source>Pause notifications</source>
        <translation>Benachrichtigungen anhalten</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>No session is running</source>
        <translation>Keine Sitzung läuft</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s)</source>
        <translation>
            <numerusform>%n Sitzung</numerusform>
            <numerusform>%n Sitzungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n refused</source>
        <translation>
            <numerusform>%n abgelehnt</numerusform>
            <numerusform>%n abgelehnt</numerusform>
        </translation>
    </message>
    <message>
        <source>mediation is lost</source>
        <translation>Vermittlung verloren</translation>
    </message>
    <message>
        <source>a question waits</source>
        <translation>eine Frage wartet</translation>
    </message>
</context>
<context>
    <name>asb::ui::Viewer</name>
    <message>
        <source>Refused in %1</source>
        <translation>Abgelehnt in %1</translation>
    </message>
    <message>
        <source>Mediation is lost in %1</source>
        <translation>Vermittlung in %1 verloren</translation>
    </message>
    <message>
        <source>No further command of this session runs. End it and start it again.</source>
        <translation>Kein weiterer Befehl dieser Sitzung läuft. Beenden Sie sie und starten Sie sie neu.</translation>
    </message>
    <message>
        <source>%1 asks</source>
        <translation>%1 fragt</translation>
    </message>
    <message>
        <source>A profile of %1 has changed</source>
        <translation>Ein Profil von %1 hat sich geändert</translation>
    </message>
    <message>
        <source>The session has had its answer.</source>
        <translation>Die Sitzung hat ihre Antwort schon.</translation>
    </message>
    <message>
        <source>Stop session</source>
        <translation>Sitzung stoppen</translation>
    </message>
    <message>
        <source>Stop the session in %1?</source>
        <translation>Sitzung in %1 stoppen?</translation>
    </message>
    <message>
        <source>The agent is asked to end; if it stays it is killed, with every command it started.</source>
        <translation>Der Agent wird gebeten zu enden; bleibt er, wird er mit jedem seiner Befehle abgebrochen.</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Stoppen</translation>
    </message>
    <message>
        <source>Delete from history</source>
        <translation>Aus dem Verlauf löschen</translation>
    </message>
    <message>
        <source>Delete the record of the session in %1?</source>
        <translation>Aufzeichnung der Sitzung in %1 löschen?</translation>
    </message>
    <message>
        <source>Its commands, refusals and facts are gone then. nono&apos;s own record stays.</source>
        <translation>Befehle, Ablehnungen und Angaben sind dann weg. Die Aufzeichnung von nono bleibt.</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <source>The record was deleted.</source>
        <translation>Die Aufzeichnung wurde gelöscht.</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) were deleted from the history: over its limits.</source>
        <translation>
            <numerusform>%n Sitzung wurde aus dem Verlauf gelöscht: über seinen Grenzen.</numerusform>
            <numerusform>%n Sitzungen wurden aus dem Verlauf gelöscht: über seinen Grenzen.</numerusform>
        </translation>
    </message>
</context>
</TS>
