# Qt's headers, read once for a whole library and not once for each file: a file takes half of the time.
#
# asb_precompile(<target> <QtCore|QtWidgets>)
# Only for targets that may see Qt and do without its keywords: `signals` as a macro would reach every header that comes later,
# so the tests have none. Sources include what they use all the same; -DASB_PCH=OFF builds without.
option(ASB_PCH "Precompile Qt's headers" ON)
set(asb_pch_std <algorithm> <array> <cstdint> <deque> <functional> <map> <memory> <optional> <set> <string> <string_view> <utility>
    <variant> <vector>)
set(asb_pch_QtCore ${asb_pch_std} <QByteArray> <QCoreApplication> <QDateTime> <QDir> <QFile> <QFileInfo> <QHash> <QJsonArray>
    <QJsonDocument> <QJsonObject> <QObject> <QProcess> <QString> <QStringList> <QTimer> <QVariant> <QVector>)
set(asb_pch_QtWidgets ${asb_pch_QtCore} <QAbstractItemModel> <QApplication> <QDialog> <QEvent> <QFontDatabase> <QHBoxLayout>
    <QHeaderView> <QIcon> <QLabel> <QLineEdit> <QLocale> <QMainWindow> <QMenu> <QPainter> <QPlainTextEdit> <QPushButton>
    <QSplitter> <QTableView> <QToolButton> <QTreeWidget> <QVBoxLayout> <QWidget>)
function(asb_precompile target headers)
    if(NOT ASB_PCH)
        return()
    endif()
    # What makes the header and its users cacheable by ccache; the rest of it is the launcher below.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
        target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
    else()
        target_compile_options(${target} PRIVATE -fpch-preprocess)
    endif()
    if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES "(^|/)ccache$")
        set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER
            "env;CCACHE_SLOPPINESS=pch_defines,time_macros;${CMAKE_CXX_COMPILER_LAUNCHER}")
    endif()
    target_precompile_headers(${target} PRIVATE ${asb_pch_${headers}})
endfunction()
