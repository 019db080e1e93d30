<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>asb::ui::NewRowsPill</name>
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
    <name>asb::ui::ProfilePanel</name>
    <message numerus="yes">
        <source>  … %n equal line(s)</source>
        <translation>
            <numerusform>  … %n equal line</numerusform>
            <numerusform>  … %n equal lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>asb::ui::QuitDialog</name>
    <message numerus="yes">
        <source>%n session(s) are running: %1.</source>
        <translation>
            <numerusform>%n session is running: %1.</numerusform>
            <numerusform>%n sessions are running: %1.</numerusform>
        </translation>
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
</context>
<context>
    <name>asb::ui::RunningPage::Parts</name>
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
    <message numerus="yes">
        <source>End all %n process(es) that earlier lines left running?</source>
        <translation>
            <numerusform>End the process that an earlier line left running?</numerusform>
            <numerusform>End all %n processes that earlier lines left running?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>asb::ui::SessionPage</name>
    <message numerus="yes">
        <source>%n entries</source>
        <translation>
            <numerusform>%n entry</numerusform>
            <numerusform>%n entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) were written to %1.</source>
        <translation>
            <numerusform>%n record was written to %1.</numerusform>
            <numerusform>%n records were written to %1.</numerusform>
        </translation>
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
    <message numerus="yes">
        <source>%n command(s)</source>
        <translation>
            <numerusform>%n command</numerusform>
            <numerusform>%n commands</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n refusal(s) not looked at</source>
        <translation>
            <numerusform>%n refusal not looked at</numerusform>
            <numerusform>%n refusals not looked at</numerusform>
        </translation>
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
    <name>asb::ui::StatisticsPanel</name>
    <message numerus="yes">
        <source>%1, %n time(s)</source>
        <translation>
            <numerusform>%1, %n time</numerusform>
            <numerusform>%1, %n times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>asb::ui::TrafficActions</name>
    <message numerus="yes">
        <source>%n row(s) copied.</source>
        <translation>
            <numerusform>%n row copied.</numerusform>
            <numerusform>%n rows copied.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>asb::ui::TrafficColumns</name>
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
    <message numerus="yes">
        <source>%n row(s) exported.</source>
        <translation>
            <numerusform>%n row exported.</numerusform>
            <numerusform>%n rows exported.</numerusform>
        </translation>
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
</context>
<context>
    <name>asb::ui::Viewer</name>
    <message numerus="yes">
        <source>%n session(s) were deleted from the history: over its limits.</source>
        <translation>
            <numerusform>%n session was deleted from the history: over its limits.</numerusform>
            <numerusform>%n sessions were deleted from the history: over its limits.</numerusform>
        </translation>
    </message>
</context>
</TS>
